// Finds out what listeners of a stream would hear, by listening for some seconds. listen.ts reads the stream
// and measures its pace; audio/audio-frames.ts finds format, bit rate and silence.
import type { Broadcast } from '../../broadcast/broadcast.ts';
import { RENDITIONS } from '../../broadcast/renditions.ts';
import { FetchRefused } from '../../outbound/fetch-refused.ts';
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts';
import type { OutsideStream } from '../../outbound/guarded-stream.ts';
import { ownAddress } from '../../tracks/own-address.ts';
import { whyNotRead } from '../source-addresses.ts';
import { listen, type Listening } from './listen.ts';

/** Time until the first byte of sound, headers included, in ms: a check takes at most ten seconds. */
const FIRST_BYTE_MS = 7_000;

/** Nominal bit rates in kbit/s (ISO 11172-3). Frames at 44.1 kHz vary a little in length. */
const NOMINAL_KBPS = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const NOMINAL_WITHIN = 0.01;

const SENDS_NOTHING = 'The server takes the connection but sends nothing.';
const HANGS_UP = 'The server closes the connection without sending sound.';
const IS_A_FILE = 'This is a file, not a live stream.';

/** The result of listening to a stream, or a sentence for admins that explains the failure. */
export type Heard =
  | {
      ok: true;
      format: 'mp3' | 'aac';
      /** The mean, if it varies. */
      bitrate_kbps: number;
      /** Null for AAC, which would have to be decoded. */
      is_silent: boolean | null;
      /** Sound arrives more slowly than it plays. */
      is_slow: boolean;
      /** The header Content-Type; '' when it is missing. */
      content_type: string;
    }
  | { ok: false; message: string };

/**
 * Listens to a stream for some seconds. A bad stream is a result, not an error. It takes at most seven
 * seconds longer.
 * @param options.firstByteMs how long to wait for the first byte, headers included
 * @param url an outside address, or one of our own (`/stream/…`)
 */
export async function hearStream(
  deps: { guardedFetch: GuardedFetch; broadcast: Pick<Broadcast, 'has'>; publicUrl: string },
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
      message: isRound ? 'It redirects too often.' : whyNotRead(error),
    };
  } finally {
    hanging.abort();
  }
}

/** Our own audio is validated when it is loaded. */
async function hearOwn({ pathname }: URL, broadcast: Pick<Broadcast, 'has'>): Promise<Heard> {
  const [, slug] = /^\/stream\/([^/]+)$/.exec(pathname) ?? [];
  if (slug === undefined || !(await broadcast.has(slug))) {
    return { ok: false, message: 'None of our own streams is at this address.' };
  }
  return {
    ok: true,
    format: 'mp3',
    bitrate_kbps: RENDITIONS.mp3_128.kbps,
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
  if (status === 401 || status === 403) return `The server asks for a password (${status}).`;
  if (status === 404 || status === 410) return `There is nothing at this address (${status}).`;
  if (status !== 200) return `The server answers with an error (${status}).`;
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding === 'identity'
    ? null
    : `The stream is compressed (${encoding}), which players can’t read.`;
}

function judgeBody({ frames, isSlow, start, end }: Listening, { headers }: OutsideStream): Heard {
  if (start.length === 0) return { ok: false, message: end === 'time' ? SENDS_NOTHING : HANGS_UP };
  if (frames.format === null) return { ok: false, message: explainContent(start) };
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

/** How other content begins, and what to tell the admin. The first match counts. */
const KINDS: readonly [RegExp, string][] = [
  [
    /^\uFEFF?\s*#EXTM3U[^]*#EXT-X-/,
    'This is an HLS playlist. Use the address of an MP3 or AAC stream.',
  ],
  [/^\s*(?:<!doctype|<html|<head|<body|<\?xml|<!--)/i, 'This is a web page, not a stream.'],
  [/^OggS/, 'This is Ogg (Vorbis, Opus or FLAC). It must be MP3 or AAC.'],
  [/^fLaC/, 'This is FLAC. It must be MP3 or AAC.'],
  [/^(?:RIFF|FORM)/, 'This is uncompressed audio. It must be MP3 or AAC.'],
  [
    /^(?:....ftyp|.E\xdf\xa3)/s,
    'This is a video or audio file. It must be a live MP3 or AAC stream.',
  ],
  [/^ID3/, 'This is a file, not a live stream.'],
  [/^\s*[[{]\s*["{}\]]/, 'This is JSON, such as track data. Use the address of the stream.'],
];

const PLAYLIST = /^\uFEFF?\s*(?:#EXTM3U|\[playlist\]|https?:\/\/)/i;

/** An address in a playlist, short enough for a sentence. */
const ADDRESS = /https?:\/\/[!-~]{1,200}(?![!-~])/i;

/** Explains to admins what content without audio frames is, and what to do about it. */
export function explainContent(start: Buffer): string {
  const text = start.toString('latin1');
  const kind = KINDS.find(([beginning]) => beginning.test(text));
  if (kind) return kind[1];
  if (!PLAYLIST.test(text)) return 'It is neither MP3 nor AAC.';
  const [inside] = ADDRESS.exec(text) ?? [];
  return `This is a playlist. Use the address inside it${inside === undefined ? '' : `: ${inside}`}`;
}
