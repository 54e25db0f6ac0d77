import type { RawTrack } from './track-set.ts';

/** A hyphen or dash with space on both sides: that in "a-ha" or "Jay-Z" belongs to the name. */
const SEPARATOR = /(?:^|\s+)[-–—](?:\s+|$)/;

/**
 * Splits a title that may hold the artist too, as in "Artist - Title". Only the first dash separates
 * them: the title of "Artist - Title - Remix" is "Title - Remix".
 */
export function titleAndArtist(
  title: string | undefined,
  artist?: string,
): Pick<RawTrack, 'title' | 'artist'> {
  if (artist?.trim() || !title) return { title, artist };
  const separator = SEPARATOR.exec(title.trim());
  if (!separator) return { title };
  const text = title.trim();
  return {
    artist: text.slice(0, separator.index) || undefined,
    title: text.slice(separator.index + separator[0].length) || undefined,
  };
}
