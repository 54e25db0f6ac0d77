import { once, setMaxListeners } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { uploadAsset } from '../../contract/assets/calls.ts';
import { signUp } from '../../contract/accounts/auth.ts';
import { receiveStripeEvent } from '../../contract/billing/calls.ts';
import { getMyStation, getMyStationEvents } from '../../contract/stations/calls.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation } from '../../test/factories.ts';
import { dataFolder, startProgram } from '../../test/program.ts';
import { json } from '../../test/server.ts';

const database = testDatabase();

/** Hostile sockets of each kind. */
const OF_EACH = 100;
/** Longer than the limit of a slow body (30 s), which is the longest. */
const ATTACK_MS = 36_000;
const MAX_RSS_MB = 400;

const SIGN_UP = { ...signUp.body_examples['with an email address'] };
const EVENTS = '/v1/stations/demo/events';
const SOUND = '/stream/demo';
const BYTES_PER_SECOND = 16_000;

const head = (path: string, more = '', method = 'GET'): string =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
const post = (path: string, more: string): string => head(path, more, 'POST');

const FORM = 'Content-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n';
const CHUNK = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
const FIRST_CHUNK = '8\r\npreamble\r\n';

/** The behaviour of a hostile client on its socket. The header holds an address of its own. */
type Attack = (socket: Socket, address: string) => void;

function every(socket: Socket, ms: number, act: () => void): void {
  const timer = setInterval(act, ms);
  socket.once('close', () => clearInterval(timer));
}

/** Between two writes of a flood, in ms: this process needs the same cores as the program. */
const PAUSE_MS = 50;

/** Sends without an end, as fast as the other side reads. */
function flood(socket: Socket, bytes: string): void {
  const send = (): void =>
    void (socket.writable && socket.write(bytes, () => setTimeout(send, PAUSE_MS)));
  send();
}

const floodAfter =
  (first: (address: string) => string, bytes: string): Attack =>
  (socket, address) => {
    socket.write(first(address));
    flood(socket, bytes);
  };

const stall =
  (first: (address: string) => string): Attack =>
  (socket, address) => {
    socket.pause();
    socket.write(first(address));
  };

const drip =
  (first: (address: string) => string): Attack =>
  (socket, address) => {
    socket.write(first(address));
    every(socket, 1_000, () => socket.write('x'));
  };

const attacksOf = (token: string): Record<string, Attack> => {
  const bearer = (address: string) => `Authorization: Bearer ${token}\r\n${address}`;
  return {
    'pipelined requests behind events': floodAfter(
      (address) => head(EVENTS, address),
      head(EVENTS).repeat(100),
    ),
    'pipelined requests behind sound': floodAfter(
      (address) => head(SOUND, address),
      head('/v1/packages').repeat(100),
    ),
    'pipelined requests behind answers': floodAfter(
      (address) => head('/v1/stations/absent', address),
      head('/v1/stations/absent').repeat(100),
    ),
    'a slow head': drip(() => 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '),
    'no bytes at all': () => undefined,
    'a slow body': drip((address) =>
      post(signUp.path, `${address}Content-Type: application/json\r\nContent-Length: 60000\r\n`),
    ),
    'an endless preamble': floodAfter(
      (address) => post(uploadAsset.path, bearer(address) + FORM) + FIRST_CHUNK,
      CHUNK,
    ),
    'an endless webhook': floodAfter(
      (address) => post(receiveStripeEvent.path, `${address}Transfer-Encoding: chunked\r\n`),
      CHUNK,
    ),
    'events that are not read': stall((address) => head(EVENTS, address)),
    'sound that is not read': stall((address) => head(SOUND, address)),
    'files that are not read': stall((address) => head('/sdk/player.js', address).repeat(16)),
    'a body that breaks off': (socket, address) => {
      const more = `${bearer(address)}${FORM}`;
      socket.write(post(uploadAsset.path, more) + FIRST_CHUNK, () => socket.resetAndDestroy());
    },
    'two hosts': (socket, address) => socket.write(head('/', `Host: evil\r\n${address}`)),
    'a head without an end': floodAfter(() => 'GET / HTTP/1.1\r\n', 'X: y\r\n'.repeat(1_000)),
  };
};

/** A hostile client that connects again whenever it is cut, until the attack ends. */
async function attackAgain(port: number, attack: Attack, address: string, signal: AbortSignal) {
  setMaxListeners(0, signal);
  while (!signal.aborted) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
    const closed = once(socket, 'close').catch(() => undefined);
    socket.resume();
    await Promise.race([once(socket, 'connect').catch(() => undefined), closed]);
    if (!socket.destroyed) attack(socket, `X-Forwarded-For: ${address}\r\n`);
    await closed;
    await sleep(1_000);
  }
}

/** A stream that is read as long as it is open. */
async function follow(url: string, headers: Record<string, string>) {
  const response = await fetch(url, { headers });
  expect(response.status).toBe(200);
  const stream = { bytes: 0, isOpen: true, stop: () => reader?.cancel() };
  const reader = response.body?.getReader();
  void (async () => {
    try {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        stream.bytes += part.value.length;
      }
    } finally {
      stream.isOpen = false;
    }
  })();
  return stream;
}

it(
  'serves listeners and members under 400 MB while hundreds of hostile sockets are open',
  { timeout: 900_000 },
  async () => {
    const program = await startProgram({
      DATABASE_URL: database.url,
      DATA_DIR: await dataFolder(),
      TRUST_PROXY: '1',
      // As docs/deployment.md recommends: the default depends on the machine's memory.
      NODE_OPTIONS: '--max-old-space-size=1024',
    });
    await program.ready();
    const { url } = program;
    const from = (address: string) => ({ 'X-Forwarded-For': address });

    async function join(n: number): Promise<{ user: { id: string }; access_token: string }> {
      const answer = await fetch(url + signUp.path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...from(`203.0.113.${n}`) },
        body: JSON.stringify({ ...SIGN_UP, email: `ada-${n}@example.com` }),
      });
      return json(answer);
    }
    const hostile = await join(0);
    const members = await Promise.all([1, 2, 3, 4, 5].map(join));
    for (const { user } of members) await buildStation(database.knex, { user_id: user.id });
    const asMember = (n: number) => ({
      Authorization: `Bearer ${members[n]?.access_token}`,
      ...from(`203.0.113.${n + 1}`),
    });

    const listeners = await Promise.all(
      Array.from({ length: 20 }, (_, n) => follow(url + SOUND, from(`198.51.100.${n}`))),
    );
    const readers = await Promise.all([
      ...Array.from({ length: 20 }, (_, n) => follow(url + EVENTS, from(`198.51.100.${n}`))),
      ...members.map((_, n) => follow(url + getMyStationEvents.path, asMember(n))),
    ]);

    const attack = new AbortController();
    const attacks = Object.values(attacksOf(hostile.access_token)).flatMap((act, kind) =>
      Array.from({ length: OF_EACH }, (_, n) =>
        attackAgain(Number(new URL(url).port), act, `192.0.${kind}.${n}`, attack.signal),
      ),
    );
    onTestFinished(() => attack.abort());

    const began = Date.now();
    const heardBefore = listeners.map(({ bytes }) => bytes);
    const statuses = new Map<string, number>();
    let slowestMs = 0;
    async function ask(path: string, headers: Record<string, string>): Promise<void> {
      const asked = performance.now();
      const answer = await fetch(url + path, { headers });
      await answer.arrayBuffer();
      slowestMs = Math.max(slowestMs, performance.now() - asked);
      const key = `${path} ${answer.status}`;
      statuses.set(key, (statuses.get(key) ?? 0) + 1);
    }
    for (let n = 0; Date.now() - began < ATTACK_MS; n += 1) {
      await ask('/v1/stations/demo/now-playing', from('198.51.100.200'));
      await ask('/demo', from('198.51.100.200'));
      await ask(getMyStation.path, asMember(n % members.length));
      await sleep(100);
    }
    const seconds = (Date.now() - began) / 1_000;
    const heard = listeners.map(({ bytes }, n) => bytes - (heardBefore[n] ?? 0));
    const memory = await readFile(`/proc/${program.child.pid}/status`, 'utf8');
    const peakMb = Number(/VmHWM:\s+(\d+) kB/.exec(memory)?.[1]) / 1024;
    attack.abort();
    await Promise.all(attacks);

    const log = program.output().out.split('\n');
    const served = log.filter((line) => /"status":5\d\d|unexpected error|"level":[56]0/.test(line));
    process.stdout.write(
      `hostile sockets: peak ${peakMb.toFixed(0)} MB, slowest answer ${slowestMs.toFixed(0)} ms, ` +
        `${JSON.stringify(Object.fromEntries(statuses))}\n`,
    );
    expect(served).toEqual([]);
    expect([...statuses.keys()].filter((key) => !key.endsWith(' 200'))).toEqual([]);
    expect(listeners.concat(readers).filter(({ isOpen }) => !isOpen)).toEqual([]);
    for (const bytes of heard) expect(bytes).toBeGreaterThan(0.8 * BYTES_PER_SECOND * seconds);
    expect(peakMb).toBeLessThan(MAX_RSS_MB);
    for (const stream of [...listeners, ...readers]) await stream.stop();
  },
);
