import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refused } from '#test/support/refused';
import { readConnection } from './connection.ts';

const directory = mkdtempSync(join(tmpdir(), 'turnpike-run-'));
const running = {
  databaseUrl: 'postgres://server@local/turnpike',
  ownerUrl: 'postgres://owner@local/turnpike',
  keys: 'k1:local',
};

beforeAll(() => {
  mkdirSync(join(directory, '.turnpike'));
  writeFileSync(join(directory, '.turnpike/run.json'), JSON.stringify(running));
});
afterAll(() => rmSync(directory, { recursive: true }));

describe('the connection of a command', () => {
  it('is that of the gateway running beside it', () => {
    expect(readConnection({}, directory)).toEqual({
      ...running,
      allowedNetworks: ['127.0.0.0/8', '::1/128'],
    });
  });

  it('follows the data directory of the gateway', () => {
    const moved = { TURNPIKE_DATA_DIR: join(directory, '.turnpike') };
    expect(readConnection(moved, tmpdir())).toMatchObject(running);
  });

  it('is what the environment says, if it says anything', () => {
    const environment = { DATABASE_URL: 'postgres://db/turnpike', TURNPIKE_KEYS: 'k1:theirs' };
    expect(readConnection(environment, directory)).toEqual({
      databaseUrl: 'postgres://db/turnpike',
      ownerUrl: 'postgres://db/turnpike',
      keys: 'k1:theirs',
      allowedNetworks: [],
    });
  });

  it('is the owner’s for migrations, where there is one', () => {
    const environment = {
      DATABASE_URL: 'postgres://server@db/turnpike',
      DATABASE_OWNER_URL: 'postgres://owner@db/turnpike',
    };
    const { databaseUrl, ownerUrl } = readConnection(environment, directory);
    expect([databaseUrl, ownerUrl]).toEqual([environment.DATABASE_URL, environment.DATABASE_OWNER_URL]);
    expect(() => readConnection({ DATABASE_OWNER_URL: environment.DATABASE_OWNER_URL }, directory)).toThrow(
      refused('database_url_missing'),
    );
  });

  it("never joins one's database with the other's keys", () => {
    expect(readConnection({ DATABASE_URL: 'postgres://db/turnpike' }, directory).keys).toBeNull();
  });

  it('is asked for when there is none', () => {
    expect(() => readConnection({}, join(directory, 'elsewhere'))).toThrow(refused('database_not_named'));
  });
});
