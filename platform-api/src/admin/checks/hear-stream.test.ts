import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  startStreamServer,
  STREAM_BEHAVIOURS,
  type StreamBehaviour,
  type StreamServer,
} from '../../../test/stream-servers.ts';
import { createGuardedFetch } from '../../outbound/guarded-fetch.ts';
import { hearStream, type Heard } from './hear-stream.ts';

const publicUrl = 'http://radio.example.com';
// On a busy machine the timeouts must not fire for the test's own delays.
const PATIENT = 20_000;
const guardedFetch = createGuardedFetch({
  allow: ['127.0.0.1'],
  timeoutMs: PATIENT,
  headWithinMs: PATIENT,
});
const hasty = createGuardedFetch({ allow: ['127.0.0.1'], headWithinMs: 500 });

/** Servers that are slow on purpose. */
const HANGING: StreamBehaviour[] = ['hangs-before-head', 'hangs-in-head', 'hangs-before-sound'];
/** Heard in parallel: each takes some seconds of real time, and little work. */
const AT_ONCE = 8;

const broadcast = { has: async (slug: string) => slug === 'tones' || slug === 'demo' };
let server: StreamServer;
const heard = new Map<StreamBehaviour, Heard>();

beforeAll(async () => {
  server = await startStreamServer();
  for (const behaviour of HANGING) {
    const deps = { guardedFetch: hasty, broadcast, publicUrl };
    const options = { seconds: 3, firstByteMs: 1_000 };
    heard.set(behaviour, await hearStream(deps, server.url(behaviour), options));
  }
  const others = STREAM_BEHAVIOURS.filter((behaviour) => !heard.has(behaviour));
  const lane = async () => {
    for (let next = others.shift(); next; next = others.shift()) heard.set(next, await hear(next));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}, 120_000);

afterAll(async () => {
  await guardedFetch.close();
  await hasty.close();
  await server.close();
});

const hear = (behaviour: StreamBehaviour): Promise<Heard> =>
  hearStream({ guardedFetch, broadcast, publicUrl }, server.url(behaviour), {
    seconds: 3,
    firstByteMs: PATIENT,
  });

const GOOD = {
  ok: true,
  format: 'mp3',
  bitrate_kbps: 128,
  is_silent: false,
  is_slow: false,
  content_type: 'audio/mpeg',
};
const AAC = { ...GOOD, format: 'aac', is_silent: null, content_type: 'audio/aac' };

describe('a stream that plays', () => {
  it.each<[StreamBehaviour, object]>([
    ['good', GOOD],
    ['joined-anywhere', GOOD],
    ['titles-between', { ...GOOD, is_slow: true }],
    ['bursty', GOOD],
    ['without-burst', GOOD],
    ['redirect', GOOD],
    ['mp3-96', { ...GOOD, bitrate_kbps: 96 }],
    ['vbr', { ...GOOD, bitrate_kbps: 136 }],
    ['aac', { ...AAC, bitrate_kbps: 64 }],
    ['aac-that-varies', { ...AAC, bitrate_kbps: 29 }],
    ['silence', { ...GOOD, is_silent: true }],
    ['slow', { ...GOOD, is_slow: true }],
    ['stalls', { ...GOOD, is_slow: true }],
    ['called-text', { ...GOOD, content_type: 'text/plain; charset=utf-8' }],
    ['called-nothing', { ...GOOD, content_type: '' }],
  ])('is heard as it is: %s', (behaviour, expected) => {
    expect(heard.get(behaviour)).toEqual(expected);
  });

  it('of our own needs no network', async () => {
    const deps = { guardedFetch, broadcast, publicUrl };
    for (const url of ['/stream/demo', `${publicUrl}/stream/demo`]) {
      expect(await hearStream(deps, url, { seconds: 3 })).toEqual(GOOD);
    }
    const absent = await hearStream(deps, '/stream/absent', { seconds: 3 });
    expect(absent).toEqual({ ok: false, message: 'None of our own streams is at this address.' });
  });
});

describe('a stream that does not play', () => {
  const SENDS_NOTHING = 'The server takes the connection but sends nothing.';
  const A_FILE = 'This is a file, not a live stream.';

  it.each<[StreamBehaviour, string]>([
    ['not-found', 'There is nothing at this address (404).'],
    ['server-error', 'The server answers with an error (500).'],
    ['password', 'The server asks for a password (401).'],
    ['page', 'This is a web page, not a stream.'],
    ['page-called-audio', 'This is a web page, not a stream.'],
    ['m3u', 'This is a playlist. Use the address inside it: http://radio.example:8000/live'],
    ['pls', 'This is a playlist. Use the address inside it: http://radio.example:8000/live'],
    ['hls', 'This is an HLS playlist. Use the address of an MP3 or AAC stream.'],
    ['json', 'This is JSON, such as track data. Use the address of the stream.'],
    ['ogg', 'This is Ogg (Vorbis, Opus or FLAC). It must be MP3 or AAC.'],
    ['flac', 'This is FLAC. It must be MP3 or AAC.'],
    ['noise', 'It is neither MP3 nor AAC.'],
    ['empty', 'The server closes the connection without sending sound.'],
    ['redirect-for-ever', 'It redirects too often.'],
    ['redirect-to-metadata', 'This address is not allowed: it leads into a private network.'],
    ['hangs-before-head', SENDS_NOTHING],
    ['hangs-in-head', SENDS_NOTHING],
    ['hangs-before-sound', SENDS_NOTHING],
    ['endless-file', A_FILE],
    ['noise-behind-sound', A_FILE],
    ['ten-gigabytes', A_FILE],
    ['file', A_FILE],
    ['gzip', 'The stream is compressed (gzip), which players can’t read.'],
    ['breaks-off', 'The stream breaks off after a moment.'],
    ['ends', 'The stream breaks off after a moment.'],
    ['hangs-up', 'The server hangs up.'],
    ['shoutcast', 'The server speaks an old SHOUTcast protocol that browsers can’t play.'],
  ])('is explained in plain words: %s', (behaviour, message) => {
    expect(heard.get(behaviour)).toEqual({ ok: false, message });
  });
});

describe('reading', () => {
  it('stops after a few minutes of sound, however much is sent', async () => {
    const poured = await startStreamServer();
    const deps = { guardedFetch, broadcast, publicUrl };
    for (const behaviour of [
      'ten-gigabytes',
      'endless-file',
      'noise',
      'noise-behind-sound',
      'ogg',
    ] as const) {
      await hearStream(deps, poured.url(behaviour), { seconds: 3 });
    }
    await vi.waitFor(() => expect(poured.requests().open).toBe(0), { timeout: 20_000 });
    await poured.close();
    // Including the socket buffers on both sides.
    expect(poured.bytesSent()).toBeLessThan(100 * 1024 * 1024);
  });
});

describe('a server that can’t be reached', () => {
  /** The result for an address whose connection fails with this error. */
  async function said(code: string): Promise<string> {
    const fetch = createGuardedFetch({
      allow: [],
      resolve: () => Promise.resolve(['93.184.216.34']),
      dial: (_options, callback) => callback(Object.assign(new Error(code), { code }), null),
    });
    const deps = { guardedFetch: fetch, broadcast, publicUrl };
    const told = await hearStream(deps, 'https://radio.example/live', { seconds: 3 });
    await fetch.close();
    return told.ok ? 'It plays.' : told.message;
  }

  it.each([
    ['ECONNREFUSED', 'The server refuses the connection. Is the port right?'],
    ['UND_ERR_CONNECT_TIMEOUT', 'The server does not answer.'],
    ['EHOSTUNREACH', 'The server does not answer.'],
    ['CERT_HAS_EXPIRED', 'The server’s certificate has expired.'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'The server’s certificate is for another name.'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The server’s certificate is not one that browsers trust.'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'The server’s certificate is not one that browsers trust.'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'The server does not speak HTTPS at this port.'],
    ['ESTRANGE', 'The server can’t be read.'],
  ])('is explained by its error code: %s', async (code, message) => {
    expect(await said(code)).toBe(message);
  });

  it('has an unknown host name', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ENOTFOUND' }));
    const fetch = createGuardedFetch({ allow: [], resolve });
    const deps = { guardedFetch: fetch, broadcast, publicUrl };
    const told = await hearStream(deps, 'https://gone.example/', { seconds: 3 });
    await fetch.close();
    expect(told).toEqual({ ok: false, message: 'There is no server with this name.' });
  });
});
