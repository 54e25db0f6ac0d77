import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { startApp, WIDE_LIMITS } from '../../test/server.ts';
import { clientAddress, isFromThisMachine, limitedAddress } from './client-address.ts';

const database = testDatabase();

/** The parts of a request that are read. */
function request(remoteAddress: string | undefined, forwarded?: string): IncomingMessage {
  const headers: IncomingHttpHeaders =
    forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  // A real socket cannot have an address of another network.
  return { socket: { remoteAddress }, headers } as IncomingMessage;
}

describe('clientAddress', () => {
  it.each([
    [
      'is that of the socket when nobody stands in front',
      '203.0.113.7',
      undefined,
      0,
      '203.0.113.7',
    ],
    ['is never what the client says of itself', '203.0.113.7', '198.51.100.1', 0, '203.0.113.7'],
    ['is what the one proxy has heard', '10.0.0.1', '203.0.113.7', 1, '203.0.113.7'],
    [
      'is the last entry, whatever was forged before',
      '10.0.0.1',
      '1.1.1.1, 203.0.113.7',
      1,
      '203.0.113.7',
    ],
    [
      'is the last but one behind two proxies',
      '10.0.0.2',
      '1.1.1.1, 203.0.113.7, 10.0.0.1',
      2,
      '203.0.113.7',
    ],
    [
      'is the third from the right behind three',
      '10.0.0.3',
      '9.9.9.9,203.0.113.7,10.0.0.1,10.0.0.2',
      3,
      '203.0.113.7',
    ],
    [
      'is the socket where fewer proxies spoke than we have',
      '10.0.0.2',
      '203.0.113.7',
      2,
      '10.0.0.2',
    ],
    ['is the socket where no proxy spoke', '10.0.0.1', undefined, 1, '10.0.0.1'],
    ['is the socket where the proxy says nothing', '10.0.0.1', '', 1, '10.0.0.1'],
    ['is the socket where the entry is no address', '10.0.0.1', '1.1.1.1, unknown', 1, '10.0.0.1'],
    ['is the socket where the entry is hidden', '10.0.0.1', '_hidden', 1, '10.0.0.1'],
    [
      'is the socket where the entry is an attack',
      '10.0.0.1',
      `'; drop table users; --`,
      1,
      '10.0.0.1',
    ],
    [
      'has no brackets and no spaces around it',
      '10.0.0.1',
      ' 1.1.1.1 ,  2001:db8::7 ',
      1,
      '2001:db8::7',
    ],
    ['is IPv4 though the socket speaks IPv6', '::ffff:203.0.113.7', undefined, 0, '203.0.113.7'],
    ['is IPv4 though the proxy speaks IPv6', '10.0.0.1', '::ffff:203.0.113.7', 1, '203.0.113.7'],
    ['has one spelling', '10.0.0.1', '2001:DB8:0:0:0:0:0:7', 1, '2001:db8::7'],
    ['is nothing where the line is gone already', undefined, undefined, 0, ''],
  ])('%s', (_, socket, forwarded, proxies, expected) => {
    expect(clientAddress(request(socket, forwarded), proxies)).toBe(expected);
  });
});

describe('a request for the stand-ins of development', () => {
  const from = (remoteAddress: string, host = 'localhost:8000') =>
    isFromThisMachine({ ...request(remoteAddress), headers: { host } } as IncomingMessage);

  it.each(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])(
    'is from this machine when its peer is %s',
    (peer) => {
      expect(from(peer)).toBe(true);
    },
  );

  it.each(['192.168.1.20', '10.0.0.1', '::ffff:192.168.1.20', 'fe80::1', '0.0.0.0', ''])(
    'is from elsewhere when its peer is %j, whatever its Host says',
    (peer) => {
      expect(from(peer)).toBe(false);
      expect(from(peer, '127.0.0.1')).toBe(false);
    },
  );
});

describe('the key of a rate limit', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::'],
    ['2001:db8:1:3::1', '2001:db8:1:3::'],
    ['', ''],
  ])('for %s is %s', (address, expected) => {
    expect(limitedAddress(address)).toBe(expected);
  });
});

/** One attempt per address and minute, to tell a second address from a second attempt. */
const ONE_TRY = { ...WIDE_LIMITS, verify: { ...WIDE_LIMITS.verify, points: 1 } };

async function statusesOf(trustProxy: number, forwarded: string[]): Promise<number[]> {
  const app = await startApp(database, {
    trustProxy,
    limits: { eventStreams: 1, rates: ONE_TRY },
  });
  const statuses: number[] = [];
  for (const header of forwarded) {
    const answer = await app.post(
      '/v1/auth/verify',
      {},
      { headers: { 'X-Forwarded-For': header } },
    );
    statuses.push(answer.status);
  }
  return statuses;
}

/** A client that invents another address for every request. */
const FORGED = Array.from(
  { length: 100 },
  (_, n) => `198.51.${Math.floor(n / 250)}.${(n % 250) + 1}`,
);

describe('a forged X-Forwarded-For', () => {
  it('has no effect without a proxy, even a hundred times', async () => {
    const [first, ...others] = await statusesOf(0, FORGED);
    expect(first).toBe(422);
    expect(new Set(others)).toEqual(new Set([429]));
  });

  it('has no effect behind a proxy that appends the real address', async () => {
    const sent = FORGED.map((address) => `${address}, 203.0.113.7`);
    const [first, ...others] = await statusesOf(1, sent);
    expect(first).toBe(422);
    expect(new Set(others)).toEqual(new Set([429]));
  });

  it('counts an IPv6 /64 as one client, and the next /64 as another', async () => {
    const sent = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:db8:0:2::1'];
    expect(await statusesOf(1, sent)).toEqual([422, 429, 422]);
  });

  it('keeps two clients of one proxy apart', async () => {
    expect(await statusesOf(1, ['203.0.113.7', '203.0.113.8', '203.0.113.7'])).toEqual([
      422, 422, 429,
    ]);
  });
});
