import { UNKNOWN_ARTIST, UNKNOWN_TITLE } from '@stationhouse/platform-api/contract/limits';
import type { Track } from '../client/generated/types.gen.ts';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import type { PlayerWords, Words } from './words.ts';

/** What a view may do to the player. A page drawn on the server has nothing behind it yet. */
export type PlayerControls = Pick<Player, 'play' | 'pause' | 'retry' | 'muted'>;

/** What every view of a player is drawn from. Views keep no state of their own. */
export interface ViewProps {
  snapshot: PlayerSnapshot;
  player: PlayerControls;
  /** Address of the picture shown where there is none, or where one is broken. */
  placeholder: string;
  words: PlayerWords;
}

/** The same for a page of our own, which has more to say. */
export interface PageViewProps extends ViewProps {
  words: Words;
}

/** What the listener works the player with is drawn from these. */
export type ControlProps = Pick<ViewProps, 'snapshot' | 'player' | 'words'>;

/**
 * What a card says: the track; 'Loading...' before the first answer; and where the station cannot
 * tell, which the API says in English, the specification's fallback (§3) in the listener's language.
 */
export function trackOf(
  { snapshot: { tracks }, words }: Pick<ViewProps, 'snapshot' | 'words'>,
  slot: 'previous' | 'current' | 'next',
): Pick<Track, 'title' | 'artist'> & { cover?: string } {
  if (!tracks) return { title: words.loading_title, artist: words.loading_artist };
  const { title = UNKNOWN_TITLE, artist = UNKNOWN_ARTIST, cover } = tracks[slot] ?? {};
  return {
    title: title === UNKNOWN_TITLE ? words.unknown_title : title,
    artist: artist === UNKNOWN_ARTIST ? words.unknown_artist : artist,
    cover,
  };
}
