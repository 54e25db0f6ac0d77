/**
 * The reserve of a location player: it fetches the programme of the next hour in pieces, each once, and plays them from its
 * own store. So it plays on when the line is cut, at the same position and with the right titles.
 */
import {
  createServerClock,
  LISTENER_START_SECONDS,
  readReservePiece,
  readReserveProgramme,
  RequestFailed,
  RESERVE_PIECE_UNITS,
  STREAM_UNIT_BYTES,
  STREAM_UNIT_MS,
  type LiveSource,
  type PlayerSnapshot,
  type StreamAddress,
} from '@stationhouse/sdk/shell';
import type { PieceStore } from './piece-store.ts';
import { joinedAfterItem, pieceAt, piecesAfter, tracksAt, type Programme } from './programme.ts';
import { createReserveSource, reserveContainer, type ReserveSource } from './reserve-source.ts';

/** How often the programme is asked for, in ms: an item that is put in by hand airs ten seconds later. */
const ASK_MS = 5_000;

/** A station without a reserve is asked for again after this, in ms. */
const ASK_AGAIN_MS = 60_000;

/** Pieces that air within this time are fetched at once, in ms; between later ones the line has a rest. */
const SOON_MS = 120_000;
const REST_MS = 1_500;

/** A piece that is not ready is asked for again after this, in ms. */
const NOT_READY_MS = 10_000;

/** Playing waits for the reserve at most so long, in ms. */
const PATIENCE_MS = 8_000;

/**
 * A position that is ahead or behind by more than this is put right at the end of an item, in ms. Sound begins some seconds
 * late on a slow machine, and an item that is put in by hand comes too late for a player that is ahead.
 */
const MOST_AHEAD_MS = 2_000;
const MOST_BEHIND_MS = 10_000;

/** So much must be kept before the player changes from the stream to its reserve, in seconds. */
const ENOUGH_SECONDS = 60;

/** After so many beginnings without sound the stream is played. */
const MOST_FAILURES = 3;

/** The reason why nothing is kept. */
export type NoReserve = 'off' | 'no_room' | 'not_supported' | 'outside_stream';

export interface ReserveOptions {
  audio: HTMLAudioElement;
  /** Null: the browser has no place for it. */
  store: PieceStore | null;
  isOff: boolean;
  /** Where the station's sound comes from: 'elsewhere' is another server; null: not known yet. */
  stream: () => StreamAddress | 'elsewhere' | null;
  /** Whether the location is open. */
  isWanted: () => boolean;
  /** When it closes, in epoch ms of the server; null: never. */
  closesAt: () => number | null;
  /** Begins playback anew, from the reserve or from the stream. */
  restart: () => void;
}

export interface Reserve {
  /** For the player; null: the stream is played. */
  source(): LiveSource | null;
  /** The tracks at the position that is heard; null: the reserve does not play. */
  tracks(): PlayerSnapshot['tracks'];
  /** How much is kept from the position on without a gap, in whole seconds. */
  seconds(): number;
  /** Whether the server cannot be reached. */
  isCut(): boolean;
  /** Whether it is known if playing begins from the reserve. */
  isSettled(): boolean;
  reason(): NoReserve | null;
  setOff(isOff: boolean): void;
  /** To be called every second. */
  look(): void;
}

export function createReserve(options: ReserveOptions): Reserve {
  const { audio, store, stream, isWanted, closesAt, restart } = options;
  const clock = createServerClock();
  let reason: NoReserve | null =
    reserveContainer() && store ? (options.isOff ? 'off' : null) : 'not_supported';
  let programme: Programme | null = null;
  let version: string | null = null;
  let session: string | null = null;
  let playing: ReserveSource | null = null;
  /** Seconds of sound from earlier sources, and from the present one. */
  let playedBefore = 0;
  let playedNow = 0;
  let isCut = false;
  let isAsking = false;
  let isFilling = false;
  let askedAt = -Infinity;
  /** When the server last told the programme. */
  let reachedAt = -Infinity;
  let wantedAt: number | null = null;
  /** When pieces that were not ready are asked for again, by name. */
  const notReady = new Map<string, number>();
  let heardTitle: string | undefined;
  /** Beginnings from the reserve in a row that made no sound. */
  let failures = 0;

  const now = () => performance.now();
  const isPlaying = () => playing !== null && audio.src === playing.url;

  /** The player may have left the reserve meanwhile. */
  function played(): number {
    if (isPlaying()) playedNow = audio.currentTime;
    return playedBefore + playedNow;
  }

  /** The unit that a listener hears who begins now; null: the time is not known. */
  function liveUnit(): number | null {
    const time = clock.at(now());
    return time === null ? null : (time - LISTENER_START_SECONDS * 1_000) / STREAM_UNIT_MS;
  }

  const position = (): number | null => (isPlaying() ? (playing?.heardUnit() ?? null) : liveUnit());

  function seconds(): number {
    const at = position();
    if (!programme || at === null) return 0;
    let end = at;
    for (const { name, from, to } of piecesAfter(programme, at)) {
      if (from > end || !store?.has(name)) break;
      end = to;
    }
    return Math.floor(((end - at) * STREAM_UNIT_MS) / 1_000);
  }

  function take(next: Programme): void {
    const isBack = isCut && programme !== null && isPlaying();
    programme =
      isBack && programme && playing ? joinedAfterItem(programme, next, playing.nextUnit()) : next;
    for (const { cover } of next.tracks) if (cover) new Image().src = cover;
  }

  async function ask(address: StreamAddress): Promise<void> {
    const isCounted = isPlaying();
    try {
      const asked = { session: isCounted ? session : null, played: played(), known: version };
      const answer = await readReserveProgramme(address, asked);
      clock.observe(answer.now);
      if (isCounted || session === null) ({ session } = answer);
      if (answer.programme) take(answer.programme);
      ({ version } = answer);
      isCut = false;
      reachedAt = now();
      if (reason === 'outside_stream') reason = null;
    } catch (failure) {
      if (!(failure instanceof RequestFailed)) throw failure;
      if (failure.status === 404) reason = 'outside_stream';
      isCut = failure.status === 0 || failure.status >= 500;
    }
  }

  async function refresh(): Promise<void> {
    const address = stream();
    if (address === 'elsewhere') reason = 'outside_stream';
    if (address === null || address === 'elsewhere') return;
    const every = reason === 'outside_stream' ? ASK_AGAIN_MS : ASK_MS;
    if (isAsking || now() - askedAt < every) return;
    isAsking = true;
    askedAt = now();
    await ask(address).finally(() => (isAsking = false));
    const at = position();
    if (programme && at !== null && store) {
      const past = at - RESERVE_PIECE_UNITS;
      await store.keepOnly(new Set(piecesAfter(programme, past).map((piece) => piece.name)));
    }
    void fill();
  }

  /** The next piece that is missing and can be asked for. None is fetched that airs when the location is closed. */
  function missing() {
    const at = position();
    if (!programme || at === null || !store || isCut) return null;
    const end = (closesAt() ?? Infinity) / STREAM_UNIT_MS;
    const next = piecesAfter(programme, at).find(
      ({ name, from }) => !store.has(name) && from < end && now() >= (notReady.get(name) ?? 0),
    );
    return next ? { ...next, isSoon: (next.from - at) * STREAM_UNIT_MS < SOON_MS } : null;
  }

  /** Fetches missing pieces, one after the other. */
  async function fill(): Promise<void> {
    const address = stream();
    if (isFilling || address === null || address === 'elsewhere' || !store) return;
    isFilling = true;
    try {
      for (let piece = missing(); piece && isActive(); piece = missing()) {
        const bytes = await readReservePiece(address, piece).catch(noteFailure(piece.name, now()));
        if (!bytes) continue;
        if (bytes.byteLength === (piece.to - piece.from) * STREAM_UNIT_BYTES)
          await store.keep(piece.name, bytes);
        else notReady.set(piece.name, now() + NOT_READY_MS);
        if (reason === 'no_room') reason = null;
        playing?.feed();
        if (!piece.isSoon) await new Promise((rested) => setTimeout(rested, REST_MS));
      }
    } catch {
      // The browser has no room for more. Pieces that were played make room.
      if (seconds() < ENOUGH_SECONDS) reason = 'no_room';
    } finally {
      isFilling = false;
    }
  }

  const noteFailure = (name: string, begunAt: number) => (failure: unknown) => {
    if (!(failure instanceof RequestFailed)) throw failure;
    // A piece that was under way when the line was cut may fail long after the line is back.
    if (failure.status === 0 && reachedAt < begunAt) isCut = true;
    else notReady.set(name, now() + NOT_READY_MS);
    // The programme has changed.
    if (failure.code === 'not_found') askedAt = -Infinity;
    return null;
  };

  const isActive = () =>
    isWanted() && (reason === null || reason === 'outside_stream' || reason === 'no_room');

  function canBegin(): boolean {
    const at = liveUnit();
    const piece = programme && at !== null ? pieceAt(programme, Math.floor(at)) : null;
    return reason === null && piece !== null && (store?.has(piece.name) ?? false);
  }

  function titleNow(): string | undefined {
    return tracks()?.current?.started_at;
  }

  function tracks(): PlayerSnapshot['tracks'] {
    if (!programme || !playing || !isPlaying()) return null;
    return tracksAt(programme, playing.heardUnit() * STREAM_UNIT_MS);
  }

  /** At the end of an item a position that has drifted is put right. */
  function correct(): void {
    const title = titleNow();
    const isNewItem = title !== heardTitle && heardTitle !== undefined;
    heardTitle = title;
    const [heard, live] = [playing?.heardUnit(), liveUnit()];
    if (!isNewItem || isCut || heard === undefined || live === null || !canBegin()) return;
    const ahead = (heard - live) * STREAM_UNIT_MS;
    if (ahead > MOST_AHEAD_MS || ahead < -MOST_BEHIND_MS) restart();
  }

  function begin(from: number): ReserveSource | null {
    close();
    heardTitle = undefined;
    playing = store && createReserveSource({ audio, store, from, programme: () => programme });
    return playing;
  }

  function close(): void {
    playedBefore = played();
    if (playing) failures = playedNow > 0 ? 0 : failures + 1;
    if (failures >= MOST_FAILURES) reason = 'not_supported';
    playedNow = 0;
    playing?.close();
    playing = null;
  }

  return {
    source() {
      const at = liveUnit();
      if (at === null || !canBegin()) return null;
      const from = Math.floor(at);
      let begun: ReserveSource | null = null;
      return {
        // The player asks for a source also to know whether there is one.
        get url() {
          begun ??= begin(from);
          return begun?.url ?? '';
        },
        startsAt: () => from * STREAM_UNIT_MS,
      };
    },
    tracks,
    seconds: () => (reason === null ? seconds() : 0),
    isCut: () => isCut,
    isSettled: () =>
      reason !== null || canBegin() || (wantedAt !== null && now() - wantedAt > PATIENCE_MS),
    reason: () => reason,
    setOff(isOff) {
      if (reason === 'not_supported') return;
      reason = isOff ? 'off' : null;
      if (!isOff) return;
      programme = version = null;
      void store?.keepOnly(new Set());
      if (isPlaying()) restart();
    },
    look() {
      if (!isWanted()) {
        wantedAt = null;
        return;
      }
      wantedAt ??= now();
      if (!isActive()) return;
      played();
      void refresh();
      playing?.feed();
      if (isPlaying()) correct();
      else if (seconds() > ENOUGH_SECONDS && audio.currentTime > 0) restart();
    },
  };
}
