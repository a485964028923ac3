import { describe, expect, it } from '@jest/globals';
import { nextStatuses, type StoredStatus } from '#features/operations';
import { projectFiles, readProjectFile } from './source-files.ts';

const steps = ['payment', 'receipt'].map((name) => readProjectFile(`docs/models/${name}-steps.pml`)).join('\n');
const schema = readProjectFile('server/database/schema.sql');
const functionNames = readProjectFile('server/database/signatures.txt').match(/^\w+/gm) ?? [];
const textOf = (files: RegExp): string =>
  projectFiles
    .filter((path) => files.test(path))
    .map(readProjectFile)
    .join('\n');
const model = textOf(/^docs\/models\/.*\.pml$/);
const stores = textOf(
  /^server\/features\/(attempts\/.*|payments\/.*|receipts\/(downloads|evidence|reviews|upload)\/.*|receipts\/storage\/contents)-store\.ts$/,
);

/** Of payouts; and what proves a transfer decides nothing. */
const leftOut = [
  'decline_leg',
  'resolve_attempt',
  'next_look',
  'is_sealed_under',
  'sealed_by',
  'id_bound',
  'find_decided_creates',
  'record_evidence',
];
/** A payout's leg that is not sent yet. */
const stateOfPayouts = 'queued';
/** What the model has no row for, where the code has none either. */
const noRow = 'absent';
const noFile = 'no_row';
/** Of the model alone: what several steps have in common. */
const partsOfSteps = ['move', 'insert_held', 'insert_attempt', 'find_what_is_open', 'find_recorded'];

/** Several of a step in one commit, each by itself. */
const groups: Readonly<Record<string, string>> = {
  accept_payments: 'accept_payment',
  settle_shop_payments: 'settle_payment',
};

const namesOf = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);
const wordsOf = (text: string): string[] => text.match(/\w+/g) ?? [];
const declared = (type: string): string[] =>
  wordsOf(new RegExp(`mtype:${type} = \\{([^}]*)\\}`).exec(steps)?.[1] ?? '');
const allowed = (constraint: string): string[] =>
  namesOf(new RegExp(`constraint ${constraint} (.*)`).exec(schema)?.[1] ?? '', /'(\w+)'::text/g);

describe('the model of a payment', () => {
  it('has every status of the code', () => {
    const statuses = allowed('operations_status_check');
    expect(statuses).toContain('manual_check');
    expect(
      declared('status')
        .filter((name) => name !== noRow)
        .sort(),
    ).toEqual(statuses.sort());
  });

  it('has every state of a file', () => {
    const states = allowed('receipt_files_state_check');
    expect(states).toContain('storing');
    expect(
      declared('filestate')
        .filter((name) => name !== noFile)
        .sort(),
    ).toEqual(states.sort());
  });

  it('has every state of an attempt', () => {
    const states = allowed('attempts_state_check');
    expect(states).toContain('sending');
    expect(declared('state').sort()).toEqual(states.filter((name) => name !== stateOfPayouts).sort());
  });

  it('lets the same statuses follow each other', () => {
    const rules = [...steps.matchAll(/from == (\w+) && \(([^)]*)\)/g)].map(([, from = '', then = '']) => {
      return [from, namesOf(then, /to == (\w+)/g).sort()] as const;
    });
    const moving = Object.entries(nextStatuses)
      .map(([from, next]) => [from, [...(next as readonly StoredStatus[])].sort()] as const)
      .filter(([, next]) => next.length > 0);
    expect(Object.fromEntries(rules)).toEqual(Object.fromEntries(moving));
  });

  it('names its steps as the SQL functions and statements are named', () => {
    const named = new Set([...functionNames, ...namesOf(stores, /name: '(\w+)'/g)]);
    const inlines = namesOf(steps, /^inline (\w+)\(/gm);
    expect(inlines.length).toBeGreaterThan(partsOfSteps.length);
    expect(inlines.filter((name) => !named.has(name)).sort()).toEqual([...partsOfSteps].sort());
  });

  it('takes every SQL function that payments and receipts call, but for those that it leaves out and says so', () => {
    const functions = new Set(functionNames);
    const called = [...new Set(wordsOf(stores))].filter((word) => functions.has(word));
    expect(called.length).toBeGreaterThan(5);
    const missing = called.filter((name) => !steps.includes(`inline ${groups[name] ?? name}(`));
    expect(missing.sort()).toEqual([...leftOut].sort());
    const told = readProjectFile('docs/models/README.md');
    expect(leftOut.filter((name) => !told.includes(`\`${name}\``))).toEqual([]);
  });

  it('is explored without each of the guards that can be taken away', () => {
    const sizes = namesOf(model, /#ifndef (\w+)\n#define \1 /g);
    const switches = new Set(namesOf(model, /#ifn?def (\w+)/g).filter((name) => !sizes.includes(name)));
    const runs = readProjectFile('.ci/model.sh');
    expect(switches.size).toBeGreaterThan(15);
    expect([...switches].filter((name) => !new RegExp(`(\\b|-D)${name}\\b`).test(runs))).toEqual([]);
  });
});
