// What a listener would hear of a stream, found out by listening for some seconds. Read on in listen.ts
// (how long, and how much of it), audio/audio-frames.ts (what the sound is) and pace.ts (whether it keeps up).
import type { Broadcast } from '../../broadcast/broadcast.ts';
import { FRAME_BYTES, FRAME_MS } from '../../broadcast/programme.ts';
import { FetchRefused } from '../../outbound/fetch-refused.ts';
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts';
import type { OutsideStream } from '../../outbound/guarded-stream.ts';
import { whatElse } from './foreign-content.ts';
import { listen, type Listening } from './listen.ts';
import { ownAddress } from '../../tracks/own-address.ts';
import { whyNotRead } from './refusal-words.ts';

/** Until the first byte of sound, the head included, in ms: a check answers within ten seconds. */
const FIRST_BYTE_MS = 7_000;

/** As the encoder was told, in kbit/s (ISO 11172-3): frames of 44.1 kHz are a little longer or shorter. */
const NOMINAL_KBPS = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const NOMINAL_WITHIN = 0.01;

const SENDS_NOTHING = 'The server takes the connection but sends nothing.';
const HANGS_UP = 'The server hangs up without a sound.';
const IS_A_FILE = 'This is a file, not a live stream.';

/** What was heard of a stream, or why nothing was, in words for people. */
export type Heard =
  | {
      ok: true;
      format: 'mp3' | 'aac';
      /** The mean, where it varies. */
      bitrate_kbps: number;
      /** Null: it can't be told of this format without decoding it. */
      is_silent: boolean | null;
      /** Less sound came than time passed. */
      is_slow: boolean;
      /** What the server calls it; empty: nothing. */
      content_type: string;
    }
  | { ok: false; message: string };

/**
 * Listens to a stream for so many seconds of time. Never fails for the stream's sake, reads no more than that
 * takes, and is back seven seconds after them at the latest.
 * @param options.firstByteMs how long one waits for the first byte, the head included
 * @param url somebody else's address, or one of our own (`/stream/…`)
 */
export async function hearStream(
  deps: { guardedFetch: GuardedFetch; broadcast: Broadcast; publicUrl: string },
  url: string,
  options: { seconds: number; firstByteMs?: number },
): Promise<Heard> {
  const own = ownAddress(url, deps.publicUrl);
  if (own) return hearOwn(own, deps.broadcast);
  const hanging = new AbortController();
  try {
    return await hearOutside(deps, url, { ...options, signal: hanging.signal });
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    const isRound = error.reason === 'redirect';
    return {
      ok: false,
      message: isRound ? 'It leads on and on to other addresses.' : whyNotRead(error),
    };
  } finally {
    hanging.abort();
  }
}

/** Our own audio is checked when it is read (broadcast/load-programmes). */
function hearOwn({ pathname }: URL, broadcast: Broadcast): Heard {
  const [, slug] = /^\/stream\/([^/]+)$/.exec(pathname) ?? [];
  if (slug === undefined || !broadcast.has(slug)) {
    return { ok: false, message: 'There is no stream of ours at this address.' };
  }
  return {
    ok: true,
    format: 'mp3',
    bitrate_kbps: (FRAME_BYTES * 8) / FRAME_MS,
    is_silent: false,
    is_slow: false,
    content_type: 'audio/mpeg',
  };
}

async function hearOutside(
  { guardedFetch, publicUrl }: { guardedFetch: GuardedFetch; publicUrl: string },
  url: string,
  options: { seconds: number; firstByteMs?: number; signal: AbortSignal },
): Promise<Heard> {
  const { seconds, firstByteMs = FIRST_BYTE_MS, signal } = options;
  const startedAt = performance.now();
  const stream = await guardedFetch.openStream(url, signal);
  const fault = faultOfHead(stream, publicUrl);
  if (fault !== null) return { ok: false, message: fault };
  const firstMs = firstByteMs - (performance.now() - startedAt);
  const heard = await listen(stream.body, { firstMs, seconds });
  return judgeBody(heard, stream);
}

function faultOfHead({ status, headers, hops }: OutsideStream, publicUrl: string): string | null {
  const isInsecure = hops.some(({ protocol }) => protocol === 'http:');
  if (isInsecure && publicUrl.startsWith('https:')) {
    return 'Browsers refuse a stream without https on our pages. Use an address with https://.';
  }
  if (status === 401 || status === 403) return `The server wants a password (${status}).`;
  if (status === 404 || status === 410) return `There is nothing at this address (${status}).`;
  if (status !== 200) return `The server answers with an error (${status}).`;
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding === 'identity'
    ? null
    : `The stream is packed (${encoding}), which players can’t undo.`;
}

function judgeBody({ frames, isSlow, start, end }: Listening, { headers }: OutsideStream): Heard {
  if (start.length === 0) return { ok: false, message: end === 'time' ? SENDS_NOTHING : HANGS_UP };
  if (frames.format === null) return { ok: false, message: whatElse(start) };
  if (headers['content-length'] !== undefined || end === 'enough')
    return { ok: false, message: IS_A_FILE };
  if (end !== 'time') return { ok: false, message: 'The stream breaks off after a moment.' };
  return {
    ok: true,
    format: frames.format,
    bitrate_kbps: nominalKbps(frames.kbps, frames.format),
    is_silent: frames.isSilent,
    is_slow: isSlow,
    content_type: headers['content-type'] ?? '',
  };
}

function nominalKbps(kbps: number, format: 'mp3' | 'aac'): number {
  const near = NOMINAL_KBPS.find((nominal) => Math.abs(kbps / nominal - 1) <= NOMINAL_WITHIN);
  return format === 'mp3' && near !== undefined ? near : Math.round(kbps);
}
