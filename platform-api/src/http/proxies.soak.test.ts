import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { Readable } from 'node:stream';
import { buffer, json, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { uploadAsset } from '../../contract/assets/calls.ts';
import { signUp, type Session } from '../../contract/accounts/auth.ts';
import { HEARTBEAT_SECONDS } from '../../contract/values.ts';
import { MAX_AUDIO_BYTES } from '../../contract/assets/values.ts';
import { listSessions } from '../../contract/accounts/sessions.ts';
import { getMyStationEvents } from '../../contract/stations/calls.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation } from '../../test/factories.ts';
import { frameWithHeader } from '../../test/mp3.ts';
import { freePort, type Program } from '../../test/program.ts';
import { PROXIES, startProxy, startReplica, type Proxy } from '../../test/proxies.ts';
import { startS3Server } from '../../test/s3-server.ts';
import { formOf } from '../../test/uploads.ts';

const database = testDatabase();

/**
 * The timeout of usual requests in these tests. The heartbeat of a stream is far beyond it, except with HAProxy, whose
 * timeouts count from the last byte.
 */
const TIMEOUT_SECONDS = { nginx: 5, caddy: 5, haproxy: HEARTBEAT_SECONDS + 5 };

/** Addresses of this machine: the client's, and one that it claims to have. */
const CLIENT = '127.0.0.2';
const CLAIMED = '203.0.113.9';

/** The addresses in a playlist are relative to it. */
const HLS = 'https://radio.example.com/hls/demo/master.m3u8';

/** Frames of 320 kbit/s: at the usual 128, the largest file would be too long. */
const LOUD_FRAME_BYTES = 960;
const LARGEST = Buffer.concat(
  Array<Buffer>(Math.floor(MAX_AUDIO_BYTES / LOUD_FRAME_BYTES)).fill(
    frameWithHeader(0xfffbe400, LOUD_FRAME_BYTES),
  ),
);

/** The pieces in which a slow client uploads, and the time between two of them. */
const PIECE_BYTES = 1024 * 1024;
const PIECE_MS = 300;

type Asking = RequestOptions & { body?: string };

function ask(proxy: Proxy, { body, ...options }: Asking): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const localAddress = CLIENT;
    proxy
      .request({ localAddress, ...options }, resolve)
      .on('error', reject)
      .end(body);
  });
}

/** Uploads a file as slowly as over a poor line, or as fast as it is taken. */
async function upload(
  proxy: Proxy,
  { bytes, token, isSlow }: { bytes: Buffer; token?: string; isSlow?: boolean },
): Promise<{ status: number | undefined; body: unknown }> {
  const form = new Response(formOf('radio_id', bytes));
  const body = Buffer.from(await form.arrayBuffer());
  async function* pieces() {
    for (let start = 0; start < body.length; start += PIECE_BYTES) {
      if (isSlow) await sleep(PIECE_MS);
      yield body.subarray(start, start + PIECE_BYTES);
    }
  }
  const headers = {
    'Content-Type': form.headers.get('Content-Type') ?? '',
    'Content-Length': body.length,
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  const { path } = uploadAsset;
  return new Promise((resolve, reject) => {
    const request = proxy.request({ method: 'POST', path, headers }, (answer) => {
      json(answer).then((said) => resolve({ status: answer.statusCode, body: said }), reject);
    });
    // A refusal may come before all is sent.
    pipeline(Readable.from(pieces()), request).catch(reject);
  });
}

/** The ends of connections with a program, closed ones included for a minute: the kernel counts both ends. */
async function connectionsOf({ url }: Program, states = /./): Promise<number> {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n');
  const found = lines.map((line) => /^ *\d+: \w+:(\w+) \w+:(\w+) (\w+)/.exec(line) ?? []);
  return found.filter(
    ([, local, remote, state = '']) => (local === port || remote === port) && states.test(state),
  ).length;
}

const ESTABLISHED = /01/;

/** Opens a stream and counts its bytes. */
async function openStream(proxy: Proxy, path: string, token?: string) {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const answer = await ask(proxy, { path, headers });
  const stream = { path, status: answer.statusCode, said: '', bytes: 0, isOpen: true, answer };
  answer.on('data', (part: Buffer) => {
    stream.bytes += part.length;
    if (path.endsWith('/events')) stream.said += String(part);
  });
  answer.on('error', () => undefined).on('close', () => (stream.isOpen = false));
  return stream;
}

it.each(PROXIES)(
  'passes on pages, uploads, streams and the client’s address behind %s with its file in deploy/',
  { timeout: 300_000 },
  async (name) => {
    const timeoutSeconds = TIMEOUT_SECONDS[name];
    const s3 = await startS3Server();
    onTestFinished(() => s3.close());
    const port = await freePort();
    const program = await startReplica({ databaseUrl: database.url, s3, port });
    const proxy = await startProxy(name, {
      replicas: [port, port],
      timeoutSeconds,
    });

    const page = await ask(proxy, { path: '/demo' });
    expect([page.statusCode, page.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(await text(page)).toContain('<title>Stationhouse Demo');

    const joined = await ask(proxy, {
      method: 'POST',
      path: signUp.path,
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': CLAIMED,
        'X-Real-IP': CLAIMED,
        Forwarded: `for=${CLAIMED}`,
      },
      body: JSON.stringify(signUp.body_examples['with an email address']),
    });
    const { user, access_token: token } = (await json(joined)) as Required<Session>;
    const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': CLAIMED };
    const sessions = await json(await ask(proxy, { path: listSessions.path, headers }));
    expect(sessions).toMatchObject({ data: [{ ip: CLIENT }] });

    const of = { user_id: user.id, package_name: 'Professional' } as const;
    await buildStation(database.knex, of);
    expect(await upload(proxy, { bytes: LARGEST, token, isSlow: true })).toMatchObject({
      status: 201,
    });
    const tooLarge = Buffer.concat([LARGEST, Buffer.alloc(LOUD_FRAME_BYTES * 2)]);
    expect(await upload(proxy, { bytes: tooLarge, token })).toMatchObject({
      status: 413,
      body: { code: 'file_too_large' },
    });
    expect(await upload(proxy, { bytes: LARGEST })).toMatchObject({
      status: 401,
      body: { code: 'invalid_token' },
    });

    const hls = await text(await ask(proxy, { path: '/hls/demo/master.m3u8' }));
    const playlist = new URL(/^[^#].*\.m3u8.*$/m.exec(hls)?.[0] ?? '', HLS);
    const segments = await text(await ask(proxy, { path: playlist.pathname + playlist.search }));
    const segment = new URL(segments.trim().split('\n').at(-1) ?? '', playlist);
    const sent = await ask(proxy, { path: segment.pathname });
    expect(sent.statusCode).toBe(200);
    expect((await buffer(sent)).length).toBeGreaterThan(10_000);

    const before = await connectionsOf(program);
    for (let count = 0; count < 100; count += 1) {
      const answer = await ask(proxy, { path: '/v1/packages' });
      answer.resume();
      await once(answer, 'end');
    }
    // Checks of the replicas open some too.
    expect((await connectionsOf(program)) - before).toBeLessThan(25);

    const idle = await connectionsOf(program, ESTABLISHED);
    const streams = [
      await openStream(proxy, '/stream/demo'),
      await openStream(proxy, '/v1/stations/demo/events'),
      await openStream(proxy, getMyStationEvents.path, token),
    ];
    for (const stream of streams) expect(stream).toMatchObject({ status: 200, isOpen: true });
    const [sound, ...events] = streams;
    // At once, so not from a buffer that has to fill first.
    await vi.waitFor(() => {
      for (const { said } of events) expect(said).toContain('event: station');
      expect(sound?.bytes).toBeGreaterThan(1_000);
    }, 2_000);
    await vi.waitFor(
      () => {
        for (const stream of streams) expect(stream).toMatchObject({ isOpen: true });
        for (const { said } of events) expect(said).toContain('\n\n:\n\n');
      },
      { timeout: HEARTBEAT_SECONDS * 2_000, interval: 200 },
    );
    expect(sound?.bytes).toBeGreaterThan(timeoutSeconds * 16_000);
    for (const { answer } of streams) answer.destroy();
    await vi.waitFor(async () => {
      expect(await connectionsOf(program, ESTABLISHED)).toBeLessThanOrEqual(idle);
    }, 10_000);

    program.child.kill('SIGSTOP');
    const began = performance.now();
    const unanswered = await ask(proxy, { path: '/v1/packages' });
    program.child.kill('SIGCONT');
    expect(unanswered.statusCode).toBeOneOf([502, 503, 504]);
    // One after the other, both replicas had the time.
    expect(performance.now() - began).toBeLessThan(timeoutSeconds * 4_000);
  },
);
