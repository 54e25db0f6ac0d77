import { STREAM_UNIT_BYTES, STREAM_UNIT_MS, type LiveSource } from '@stationhouse/sdk/shell';
import { MP4_HEADER, mp4Fragment } from './mp3-in-mp4.ts';
import { pieceAt, type Programme } from './programme.ts';
import type { PieceStore } from './piece-store.ts';

/** How a browser takes MP3. Pieces of it can be joined at any unit, so that the sound has no seam. */
interface Container {
  type: string;
  /** `segments`: the sound has times of its own. */
  mode: AppendMode;
  /** @param bytesBefore of the sound that was given to the browser since the start of the source */
  wrap(mp3: Uint8Array<ArrayBuffer>, bytesBefore: number): Uint8Array<ArrayBuffer>[];
}

const CONTAINERS: readonly Container[] = [
  { type: 'audio/mpeg', mode: 'sequence', wrap: (mp3) => [mp3] },
  // Firefox takes no plain MP3.
  {
    type: 'audio/mp4; codecs="mp3"',
    mode: 'segments',
    wrap: (mp3, bytesBefore) => [
      ...(bytesBefore === 0 ? [MP4_HEADER] : []),
      mp4Fragment(mp3, bytesBefore),
    ],
  },
];

/** How this browser takes MP3; null: not at all. */
export const reserveContainer = (): Container | null =>
  ('MediaSource' in globalThis &&
    CONTAINERS.find(({ type }) => MediaSource.isTypeSupported(type))) ||
  null;

/**
 * So much sound is given to the browser ahead, in units: 8 s. More would be too late for an item that is put in by hand, and
 * less could run dry while a page is busy.
 */
const AHEAD_UNITS = Math.ceil(8_000 / STREAM_UNIT_MS);

/** Sound that was heard is kept for this long, in seconds. */
const BEHIND_SECONDS = 30;

/** The pieces in memory: the present one and the next, so that a slow disk is asked long before its sound is needed. */
const MOST_HELD = 2;

/** One playback from the reserve. */
export interface ReserveSource extends LiveSource {
  /** The unit that is heard. */
  heardUnit(): number;
  /** The first unit that the browser does not have yet. */
  nextUnit(): number;
  /** Gives the browser the sound that it needs. Called every second, and when a piece has arrived. */
  feed(): void;
  close(): void;
}

export interface ReserveSourceOptions {
  audio: HTMLAudioElement;
  store: PieceStore;
  /** The unit to begin with. */
  from: number;
  programme: () => Programme | null;
}

export function createReserveSource(options: ReserveSourceOptions): ReserveSource {
  const { audio, store, from, programme } = options;
  const media = new MediaSource();
  const container = reserveContainer();
  const url = URL.createObjectURL(media);
  const held = new Map<string, Promise<Uint8Array | null>>();
  let buffer: SourceBuffer | null = null;
  let next = from;
  let isFeeding = false;

  const isOpen = () => buffer !== null && media.readyState === 'open';
  const position = () => (audio.src === url ? audio.currentTime : 0);
  const heardUnit = () => from + (position() * 1_000) / STREAM_UNIT_MS;

  /** Reads a piece once, though it is given to the browser bit by bit. */
  function read(name: string): Promise<Uint8Array | null> {
    const known = held.get(name);
    if (known) return known;
    const bytes = store.read(name).catch(() => null);
    held.set(name, bytes);
    for (const old of [...held.keys()].slice(0, -MOST_HELD)) held.delete(old);
    void bytes.then((found) => found ?? held.delete(name));
    return bytes;
  }

  /** The next sound, up to the end of its piece; null: it is not kept. */
  async function nextSound(): Promise<{ bytes: Uint8Array<ArrayBuffer>; to: number } | null> {
    const known = programme();
    const piece = known && pieceAt(known, next);
    const bytes = piece && store.has(piece.name) ? await read(piece.name) : null;
    if (!piece || !bytes) return null;
    const following = pieceAt(known, piece.to);
    if (following && store.has(following.name)) void read(following.name);
    const to = Math.min(piece.to, Math.ceil(heardUnit()) + AHEAD_UNITS);
    const at = (unit: number) => (unit - piece.from) * STREAM_UNIT_BYTES;
    return { bytes: bytes.slice(at(next), at(to)), to };
  }

  function isDone(target: SourceBuffer): Promise<void> {
    return new Promise((resolve) =>
      target.addEventListener('updateend', () => resolve(), { once: true }),
    );
  }

  async function feedAll(target: SourceBuffer): Promise<void> {
    while (isOpen() && next < heardUnit() + AHEAD_UNITS - 1) {
      const sound = await nextSound();
      if (!sound || sound.to <= next || !isOpen()) return;
      for (const bytes of container?.wrap(sound.bytes, (next - from) * STREAM_UNIT_BYTES) ?? []) {
        const done = isDone(target);
        target.appendBuffer(bytes);
        await done;
      }
      next = sound.to;
    }
    const old = position() - BEHIND_SECONDS;
    if (isOpen() && old > BEHIND_SECONDS) {
      const done = isDone(target);
      target.remove(0, old);
      await done;
    }
  }

  function feed(): void {
    if (buffer === null || isFeeding) return;
    isFeeding = true;
    feedAll(buffer)
      // A full buffer, or one that the browser has closed: the player notices that the sound stops.
      .catch(() => undefined)
      .finally(() => (isFeeding = false));
  }

  media.addEventListener(
    'sourceopen',
    () => {
      if (!container) return;
      buffer = media.addSourceBuffer(container.type);
      buffer.mode = container.mode;
      feed();
    },
    { once: true },
  );

  return {
    url,
    startsAt: () => from * STREAM_UNIT_MS,
    heardUnit,
    nextUnit: () => next,
    feed,
    close: () => URL.revokeObjectURL(url),
  };
}
