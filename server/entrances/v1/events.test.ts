import { expect, it } from '@jest/globals';
import document from '#generated/v1/openapi.json' with { type: 'json' };
import { eventNames } from '#features/webhooks';

it('names events as the document does, all of them', () => {
  const { schemas } = document.components;
  const events = Object.entries(schemas).filter(
    ([name]) => /^Operation\w+Event$/.test(name) && name !== 'OperationEvent',
  );
  const named = JSON.stringify(events).match(/"operation\.[a-z_]+"/g) ?? [];
  expect([...new Set(named.map((name) => name.slice(1, -1)))].sort()).toEqual(
    Object.values(eventNames.v1)
      .filter((name) => name !== null)
      .sort(),
  );
});
