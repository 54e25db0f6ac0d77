/** The three cards of a station page, in the order of time. */
export const SLOTS = ['previous', 'current', 'next'] as const;
export type Slot = (typeof SLOTS)[number];

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
 * What one document tells: a slot that it doesn't speak of is absent, one that it knows to be empty
 * is null.
 */
export type TrackSet = Partial<Record<Slot, RawTrack | null>>;

/**
 * Reads one kind of document; null means that it is of another kind.
 * @param slotUrl the address as it stands in the station: its query or fragment may say which of
 *   several streams in the document is meant
 */
export type Connector = (document: unknown, slotUrl: URL) => TrackSet | null;
