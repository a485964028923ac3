import { describe, expect, it } from '@jest/globals';
import { readConfig } from './config.ts';
import { isPerhapsProduction, refuseUnsafeProduction, warningsInProduction } from './production.ts';
import { newKeyText } from './secrets.ts';

const [own, other] = [newKeyText('k1'), newKeyText('k2')];
const again = own.replace('k1:', 'k9:');
const zeros = Buffer.alloc(32).toString('base64');

const settings = (changes: Readonly<Record<string, string>>) =>
  readConfig({
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://localhost/turnpike',
    TURNPIKE_KEYS: own,
    PUBLIC_URL: 'https://pay.example',
    ...changes,
  });

const start = (changes: Readonly<Record<string, string>>): void => refuseUnsafeProduction(settings(changes));

const unsafe: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  ['a key of zeros', { TURNPIKE_KEYS: `k1:${zeros}` }, 'TURNPIKE_KEYS: the key k1 '],
  ['a key of zeros behind a good one', { TURNPIKE_KEYS: `${own},k0:${zeros}` }, 'TURNPIKE_KEYS: the key k0 '],
  [
    'a key of one byte over and over',
    { TURNPIKE_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}` },
    'TURNPIKE_KEYS: the key k1 ',
  ],
  ['the same key under two ids', { TURNPIKE_KEYS: `${own},${other},${again}` }, 'TURNPIKE_KEYS: the key k9 '],
  ['http in PUBLIC_URL', { PUBLIC_URL: 'http://pay.example' }, 'PUBLIC_URL begins with http'],
  ['HTTP in PUBLIC_URL', { PUBLIC_URL: 'HTTP://pay.example' }, 'PUBLIC_URL begins with http'],
  ['no PUBLIC_URL', { PUBLIC_URL: '' }, 'PUBLIC_URL is not set'],
  ['http in PAY_URL', { PAY_URL: 'http://pay.example/pay' }, 'PAY_URL begins with http'],
  ...[
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/8,0.0.0.0/0',
    '0.0.0.0/1,128.0.0.0/1',
    '128.0.0.0/1',
    '1.0.0.0/8,2.0.0.0/7,4.0.0.0/6,8.0.0.0/5,16.0.0.0/4,32.0.0.0/3,64.0.0.0/2,128.0.0.0/2,192.0.0.0/2',
    '::ffff:0:0/96',
    '::ffff:0.0.0.0/96',
    '2000::/3',
    '::/1,8000::/1',
    '2000::/4,3000::/4',
  ].map(
    (networks) =>
      [`webhooks to ${networks}`, { WEBHOOK_ALLOWED_NETWORKS: networks }, 'WEBHOOK_ALLOWED_NETWORKS allows'] as const,
  ),
  ['connectors anywhere', { CONNECTOR_ALLOWED_NETWORKS: '0.0.0.0/0' }, 'CONNECTOR_ALLOWED_NETWORKS allows'] as const,
];

describe('in production', () => {
  it.each(unsafe)('%s is refused in one line', (_name, changes, line) => {
    expect(() => start(changes)).toThrow(new RegExp(`^${line}[^\n]+$`));
  });

  it('all that is wrong is said at once, each in a line', () => {
    const wrong = {
      TURNPIKE_KEYS: `k1:${zeros}`,
      PUBLIC_URL: 'http://pay.example',
      WEBHOOK_ALLOWED_NETWORKS: '0.0.0.0/0',
    };
    expect(() => start(wrong)).toThrow(/^TURNPIKE_KEYS.+\nPUBLIC_URL.+\nWEBHOOK_ALLOWED_NETWORKS.+$/);
  });

  it('safe settings are accepted', () => {
    const networks =
      '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,127.0.0.0/8,100.64.0.0/10,::1/128,fc00::/7,fe80::/10,203.0.113.7';
    start({ TURNPIKE_KEYS: `${own},${other}`, PAY_URL: 'https://pay.example/p', WEBHOOK_ALLOWED_NETWORKS: networks });
    start({ WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8,10.0.0.0/8,10.1.0.0/16' });
  });

  it('a worker, which makes no links, needs no PUBLIC_URL', () => {
    start({ PUBLIC_URL: '', TURNPIKE_ROLE: 'worker' });
  });
});

it('anywhere else all of that may be tried', () => {
  for (const [, changes] of unsafe) for (const NODE_ENV of ['', 'development', 'test']) start({ ...changes, NODE_ENV });
});

it('a misspelt NODE_ENV is no development', () => {
  expect(() => settings({ NODE_ENV: 'Production' })).toThrow(/^Configuration: NODE_ENV: /);
});

it('serving other machines without NODE_ENV is noticed', () => {
  expect(isPerhapsProduction(settings({ NODE_ENV: '', HOST: '0.0.0.0' }))).toBe(true);
  expect(isPerhapsProduction(settings({ NODE_ENV: '' }))).toBe(false);
  expect(isPerhapsProduction(settings({ HOST: '0.0.0.0' }))).toBe(false);
});

describe('a production that starts', () => {
  const kept = { HSTS_MAX_AGE_SECONDS: '31536000' };
  const plain = 'the database is reached without TLS: add sslmode=verify-full to its address';

  it.each([
    ['a database elsewhere', { DATABASE_URL: 'postgres://u@db.example/turnpike' }, plain],
    [
      'a database elsewhere that may do without TLS',
      { DATABASE_URL: 'postgres://u@db.example/turnpike?sslmode=prefer' },
      plain,
    ],
    [
      'an S3 over http',
      { S3_ENDPOINT: 'http://s3.example' },
      'S3_ENDPOINT begins with http: receipts go there in the clear',
    ],
    [
      'a short HSTS',
      { HSTS_MAX_AGE_SECONDS: '3600' },
      'HSTS_MAX_AGE_SECONDS is less than a year: browsers may come back over http',
    ],
  ])('is warned of %s', (_name, changes, line) => {
    expect(warningsInProduction(settings({ ...kept, ...changes }))).toEqual([line]);
    expect(warningsInProduction(settings({ ...kept, ...changes, NODE_ENV: 'test' }))).toEqual([]);
  });

  it('is warned of nothing where all of it is in order', () => {
    const elsewhere = 'postgres://u@db.example/turnpike?application_name=x&sslmode=verify-full';
    const addresses = [
      'postgres:///turnpike?host=/run',
      'postgres://u@127.0.0.1/turnpike',
      'postgres://u@[::1]/turnpike',
      elsewhere,
    ];
    for (const DATABASE_URL of addresses) expect(warningsInProduction(settings({ ...kept, DATABASE_URL }))).toEqual([]);
    expect(warningsInProduction(settings({ ...kept, S3_ENDPOINT: 'https://s3.example' }))).toEqual([]);
  });
});
