import {
  RESERVE_PIECE_UNITS,
  STREAM_UNIT_MS,
  type Track,
  type PlayerSnapshot,
} from '@stationhouse/sdk/shell';

/** One item on air, or a part of it, in pieces that follow each other. */
export interface ProgrammeSlot {
  starts_unit: number;
  ends_unit: number;
  /** The names of its pieces. */
  pieces: readonly string[];
}

/** The programme of the next hour, as the server tells it. */
export interface Programme {
  slots: readonly ProgrammeSlot[];
  tracks: readonly Track[];
}

/** A piece of the programme, from a unit up to but not including another. */
export interface Piece {
  name: string;
  from: number;
  to: number;
}

type Tracks = NonNullable<PlayerSnapshot['tracks']>;

/** All pieces that end after a unit, in order. */
export function piecesAfter({ slots }: Programme, unit: number): Piece[] {
  return slots.flatMap(({ starts_unit, ends_unit, pieces }) =>
    pieces.flatMap((name, at) => {
      const from = starts_unit + at * RESERVE_PIECE_UNITS;
      const to = Math.min(from + RESERVE_PIECE_UNITS, ends_unit);
      return to > unit ? [{ name, from, to }] : [];
    }),
  );
}

/** The piece that a unit lies in; null: the programme does not know it. */
export const pieceAt = (programme: Programme, unit: number): Piece | null => {
  const [piece] = piecesAfter(programme, unit);
  return piece && piece.from <= unit ? piece : null;
};

/** Where the item ends that a unit lies in. */
const endOfItem = ({ slots }: Programme, unit: number): number =>
  slots.find(({ starts_unit, ends_unit }) => starts_unit <= unit && unit < ends_unit)?.ends_unit ??
  unit;

/**
 * The programme after the line was cut: an item that has another place in the new programme plays to its end, and then
 * the new one follows.
 * @param unit the next one to be played
 */
export function joinedAfterItem(former: Programme, next: Programme, unit: number): Programme {
  const playing = pieceAt(former, unit);
  const planned = pieceAt(next, unit);
  const isSame = playing?.name === planned?.name && playing?.from === planned?.from;
  if (!playing || isSame) return next;
  const end = endOfItem(former, unit);
  const endsAt = end * STREAM_UNIT_MS;
  const later = ({ started_at }: Track) => Date.parse(started_at ?? '') >= endsAt;
  return {
    slots: [
      ...former.slots.filter(({ starts_unit }) => starts_unit < end),
      ...next.slots.flatMap((slot) => (slot.ends_unit > end ? [cutStart(slot, end)] : [])),
    ],
    tracks: [...former.tracks.filter((track) => !later(track)), ...startingAt(next.tracks, endsAt)],
  };
}

/** A slot without the pieces that end before a unit. The player takes the rest of the first one. */
function cutStart(slot: ProgrammeSlot, unit: number): ProgrammeSlot {
  const skipped = Math.max(0, Math.floor((unit - slot.starts_unit) / RESERVE_PIECE_UNITS));
  return {
    ...slot,
    starts_unit: slot.starts_unit + skipped * RESERVE_PIECE_UNITS,
    pieces: slot.pieces.slice(skipped),
  };
}

/** The tracks from a time on; the one that plays then begins there. */
function startingAt(tracks: readonly Track[], time: number): Track[] {
  const later = tracks.filter(({ started_at }) => Date.parse(started_at ?? '') >= time);
  const running = tracks.filter(({ started_at }) => Date.parse(started_at ?? '') < time).pop();
  const isBoundary = later.some(({ started_at }) => Date.parse(started_at ?? '') === time);
  if (!running || isBoundary) return later;
  return [{ ...running, started_at: new Date(time).toISOString() }, ...later];
}

/** The track at a time, in epoch ms, and the songs around it; null: the programme does not know it. */
export function tracksAt({ tracks }: Programme, time: number): Tracks | null {
  const begun = tracks.filter(({ started_at }) => Date.parse(started_at ?? '') <= time).length;
  const current = tracks[begun - 1];
  if (!current) return null;
  const isSong = ({ kind }: Track) => !kind;
  return {
    previous:
      tracks
        .slice(0, begun - 1)
        .filter(isSong)
        .pop() ?? null,
    current,
    next: tracks.slice(begun).find(isSong) ?? null,
  };
}
