import type { RawTrack } from './track-set.ts';

/** A hyphen or dash with space on both sides: that in "a-ha" or "Jay-Z" belongs to the name. */
const SEPARATOR = /(?:^|\s+)[-–—](?:\s+|$)/;

/**
 * Title and artist of a track whose source may put both into the title, as streams do: "Artist -
 * Title". What follows a second dash belongs to the title: "Artist - Title - Remix".
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
