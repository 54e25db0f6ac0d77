/** Clients that each upload one file in parallel, in a process of their own. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { MAX_AUDIO_BYTES, type AudioKind } from '@stationhouse/platform-api/contract/assets/values';

/**
 * A message from the bench to this process: upload a file of each kind. Answered when all are
 * uploaded.
 */
export interface UploadOrder {
  port: number;
  path: string;
  headers: Record<string, string>;
  kinds: AudioKind[];
}

/** The result of the uploads. */
export interface Sent {
  bytes: number;
  /** Until the last of them was answered. */
  seconds: number;
}

/** MPEG-1 Layer III, 320 kbit/s, 48 kHz, stereo; the side information declares silence. */
const FRAME_HEADER = 0xfffbe400;
const FRAME_BYTES = 960;
const SOUND_BEGINS_AT = 36;

const BOUNDARY = '----stationhouse-bench';

/** The size of the pieces that a browser writes to its socket. */
const CHUNK_BYTES = 64 * 1024;

/** Frames of noise, as many as a file may have: as costly to parse as real sound. */
function makeFrames(): Buffer {
  const frames = randomBytes(MAX_AUDIO_BYTES - (MAX_AUDIO_BYTES % FRAME_BYTES));
  for (let at = 0; at < frames.length; at += FRAME_BYTES) {
    frames.fill(0, at, at + SOUND_BEGINS_AT);
    frames.writeUInt32BE(FRAME_HEADER, at);
  }
  return frames;
}

const frames = makeFrames();

/**
 * The same frames in another order, so that no two files are equal; in pieces, since all share
 * their memory.
 */
function formOf(kind: AudioKind, place: number): Buffer[] {
  const head =
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="kind"\r\n\r\n${kind}\r\n` +
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${place}.mp3"\r\n` +
    'Content-Type: audio/mpeg\r\n\r\n';
  return [
    Buffer.from(head),
    ...inChunks(frames.subarray(place * FRAME_BYTES)),
    ...inChunks(frames.subarray(0, place * FRAME_BYTES)),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ];
}

function* inChunks(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

/** @throws Error when the file is not accepted */
async function upload(
  { port, path, headers }: UploadOrder,
  kind: AudioKind,
  place: number,
): Promise<void> {
  const form = formOf(kind, place);
  const asked = request({
    host: '127.0.0.1',
    port,
    path,
    method: 'POST',
    agent: false,
    headers: {
      ...headers,
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      'Content-Length': form.reduce((sum, { length }) => sum + length, 0),
    },
  });
  const answered: Promise<IncomingMessage[]> = once(asked, 'response');
  await pipeline(Readable.from(form, { objectMode: false }), asked);
  const [answer] = await answered;
  const said = answer && (await text(answer));
  if (answer?.statusCode !== 201) throw new Error(`an upload was answered with ${said}`);
}

async function uploadAll(order: UploadOrder): Promise<Sent> {
  const began = performance.now();
  await Promise.all(order.kinds.map((kind, place) => upload(order, kind, place)));
  const seconds = (performance.now() - began) / 1_000;
  return { bytes: frames.length * order.kinds.length, seconds };
}

process.on('message', (order: UploadOrder) => {
  // A failed upload ends this process with its error, and so the bench.
  void uploadAll(order).then((sent) => process.send?.(sent));
});
process.once('disconnect', () => process.exit(0));
