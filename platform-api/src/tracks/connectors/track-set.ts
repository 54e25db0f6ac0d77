/** The three tracks of a station page, in chronological order. */
export const SLOTS = ['previous', 'current', 'next'] as const;
export type Slot = (typeof SLOTS)[number];

/** Whether a text names one of the three tracks. */
export function isSlot(text: string): text is Slot {
  return SLOTS.some((slot) => slot === text);
}

/** A track as its source gives it. Anything may be missing, empty, or far too long. */
export interface RawTrack {
  title?: string;
  artist?: string;
  album?: string;
  /** May be relative to the document. */
  cover?: string;
  /** Unix seconds. */
  started_at?: number;
}

/**
 * The tracks found in one document. A slot that the document does not mention is absent; null means that
 * it has no track.
 */
export type TrackSet = Partial<Record<Slot, RawTrack | null>>;

/**
 * Reads one kind of document. Returns null for other kinds.
 * @param slotUrl the address from the station row: its query or fragment may select one of several
 * streams in the document
 */
export type Connector = (document: unknown, slotUrl: URL) => TrackSet | null;
