import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pLimit from 'p-limit';
import {
  startBrokenConnector,
  startSwitchboard,
  type Breakage,
  type Switchboard,
} from '#test/support/broken-connector';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { callbackSecret, connectorSecret, startTestConnector } from '#test/support/sandbox-connector';
import type { SandboxConnector } from '../../local/sandbox-connector.ts';
import { checks, receiveCallbacks, testConnector, type Finding } from '../index.ts';
import { brokenAnswers } from './answers-fixture.ts';
import { brokenCallbacks } from './callbacks-fixture.ts';
import { brokenOrders } from './orders-fixture.ts';
import { returning, trialCases, type Breaking } from './parts-fixture.ts';

let db: TestDatabase;
let board: Switchboard;
let connector: SandboxConnector;
beforeAll(async () => {
  db = await createTestDatabase();
  board = await startSwitchboard();
  connector = await startTestConnector(db.url, board.url, { speed: 2 });
});
afterAll(async () => {
  await connector.stop();
  board.stop();
  await db.drop();
});

const broken: Readonly<Record<string, Breaking>> = { ...brokenAnswers, ...brokenOrders, ...brokenCallbacks };

/** What is found against the reference connector with this one thing broken. */
const tryBroken = async (name: string, breaking: Breaking): Promise<readonly Finding[]> => {
  const isOfCallbacks = name in brokenCallbacks;
  const receiver = isOfCallbacks
    ? await receiveCallbacks({ host: '127.0.0.1', port: 0, secret: callbackSecret })
    : null;
  const own = breaking();
  // Money comes back in all of them, so that no check is left out.
  const callback: Breakage['callback'] = (sent) =>
    name === 'payout_returned'
      ? (own.callback?.(sent) ?? [])
      : returning('985.00')(sent).flatMap((told) => own.callback?.(told) ?? [told]);
  const breakage: Breakage = { ...own, ...(isOfCallbacks && { callback }) };
  const proxy = await startBrokenConnector(connector.url, board, breakage, () => receiver?.url ?? null);
  try {
    // The bank of the one that is late answers after eight seconds.
    const lateMs = name === 'deadline_kept' ? 30_000 : 1_000;
    const options = {
      url: proxy.url,
      secret: connectorSecret,
      cases: trialCases,
      receiver,
      patienceMs: 45_000,
      lateMs,
    };
    return await testConnector(options);
  } finally {
    proxy.stop();
    await receiver?.close();
  }
};

describe('a connector that is sound but for one thing', () => {
  const inTurn = pLimit(10);
  const tried = new Map<string, Promise<readonly Finding[]>>();
  beforeAll(() => {
    // Most of a trial is waiting, so several go on side by side.
    for (const [name, breaking] of Object.entries(broken)) {
      tried.set(
        name,
        inTurn(() => tryBroken(name, breaking)),
      );
    }
  });

  it.each(Object.keys(broken))('is found by %s, and by no other check', async (name) => {
    const findings = (await tried.get(name)) ?? [];
    const failed = findings.flatMap((finding) => (finding.outcome === 'fail' ? [finding] : []));
    expect(failed.map((finding) => `${finding.name}: ${finding.why}`)).toEqual([
      expect.stringMatching(new RegExp(`^${name}: [A-Z].*\\.$`)),
    ]);
    expect(failed[0]).toMatchObject({ requirement: expect.any(String), where: expect.any(String) });
  });
});

it('has a connector for each check that fails it', () => {
  expect(checks.map(({ name }) => name).filter((name) => !(name in broken))).toEqual([]);
  expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
});
