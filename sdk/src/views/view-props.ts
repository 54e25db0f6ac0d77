import { onDark } from '@stationhouse/platform-api/contract/site/colours';
import { UNKNOWN_ARTIST, UNKNOWN_TITLE } from '@stationhouse/platform-api/contract/stations/values';
import type { PublicStation, Track } from '../client/generated/types.gen.ts';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import type { PlayerWords, Words } from './words.ts';

/**
 * `no` keeps a text from the browser's translation. Written with a capital, because Preact would set the property
 * `translate`, a boolean, for which the text `no` is true. HTML knows no case.
 */
interface Translatable {
  Translate?: 'no' | undefined;
}
declare module 'preact' {
  // oxlint-disable-next-line no-unused-vars -- TypeScript merges interfaces only when their type parameters are the same
  interface HTMLAttributes<RefType extends EventTarget = EventTarget> extends Translatable {}
}
// The portal shows the embedded player by React.
declare module 'react' {
  // oxlint-disable-next-line no-unused-vars -- TypeScript merges interfaces only when their type parameters are the same
  interface HTMLAttributes<T> extends Translatable {}
}

/** The controls of the player that a view uses. On the server these do nothing. */
export type PlayerControls = Pick<Player, 'play' | 'pause' | 'retry' | 'muted' | 'volume'>;

/** The props of every view. Views keep no state. */
export interface ViewProps {
  snapshot: PlayerSnapshot;
  player: PlayerControls;
  /** Address of the picture for missing or broken ones. */
  placeholder: string;
  words: PlayerWords;
}

/** A station that is being built. */
export type ComingStation = Pick<PublicStation, 'station_name' | 'station_logo_url'> &
  Partial<
    Pick<
      PublicStation,
      'accent_colour' | 'theme' | 'background_url' | 'is_white_label' | 'logo_shape' | 'dark_logo'
    >
  >;

/** The props of a hosted page, which shows more text. */
export interface PageViewProps extends ViewProps {
  words: Words;
  /** The station of the page, while it is being built. */
  coming?: ComingStation | undefined;
}

/** The props of a view that is dark: the station has its logo for dark grounds. */
export function onDarkPage<Props extends Pick<PageViewProps, 'snapshot' | 'coming'>>(
  props: Props,
): Props {
  const { snapshot, coming } = props;
  const station = snapshot.station && onDark(snapshot.station);
  return { ...props, snapshot: { ...snapshot, station }, coming: coming && onDark(coming) };
}

/** The theme that the station of a page has chosen. */
export const themeOf = ({ snapshot, coming }: Pick<PageViewProps, 'snapshot' | 'coming'>) =>
  (snapshot.station ?? coming)?.theme;

/** The same for a wall, which is dark unless the station is light. */
export const onWall = <Props extends Pick<PageViewProps, 'snapshot' | 'coming'>>(
  props: Props,
): Props => (themeOf(props) === 'light' ? props : onDarkPage(props));

/** The props of a control. */
export type ControlProps = Pick<ViewProps, 'snapshot' | 'player' | 'words'>;

/**
 * The texts of a card: the track, or 'Loading...' before the first answer. The API sends the
 * specification's fallback (§3), and the sentence while no song plays, in English; they are translated here.
 */
export function trackOf(
  { snapshot, words }: Pick<ViewProps, 'snapshot' | 'words'>,
  slot: 'previous' | 'current' | 'next',
): Pick<Track, 'title' | 'artist'> & { cover?: string } {
  const { tracks } = snapshot;
  if (!tracks) return { title: words.loading_title, artist: words.loading_artist };
  // Before its first song, a station shows the song that comes.
  const track =
    tracks[slot] ?? (slot === 'current' && tracks.next?.started_at ? tracks.next : null);
  const { title = UNKNOWN_TITLE, artist = UNKNOWN_ARTIST, cover, kind } = track ?? {};
  if (track?.closed_until) {
    const { closed_until, message = '' } = track;
    return { title: closedText(closed_until, words), artist: message, cover };
  }
  return {
    title: title === UNKNOWN_TITLE ? words.unknown_title : title,
    artist:
      (kind && words.back_soon) || (artist === UNKNOWN_ARTIST ? words.unknown_artist : artist),
    cover,
  };
}

/** The time of the song with which a station begins to play; undefined once it plays. */
export const beginsAt = ({ tracks }: PlayerSnapshot): string | undefined =>
  tracks?.current ? undefined : tracks?.next?.started_at;

/** Whether a station has not played anything before the current track. */
export const isFirst = ({ tracks }: PlayerSnapshot): boolean =>
  !!tracks && !tracks.previous && !!tracks.next?.started_at;

/** Whether the station is closed, for holidays: it is silent on purpose. */
export const isClosed = ({ tracks }: PlayerSnapshot): boolean => !!tracks?.current?.closed_until;

/** @param until local time of the station: '2026-12-28T09:00' */
function closedText(until: string, { closed_until, locale }: PlayerWords): string {
  const isDay = until.endsWith('T00:00');
  const time = new Date(`${until}Z`).toLocaleString(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isDay && { hour: '2-digit', minute: '2-digit' }),
    timeZone: 'UTC',
  });
  return closed_until.replace('{time}', time);
}

/**
 * The texts in the largest type of a page: the current track, or the station itself while its titles are missing or
 * no song plays.
 * @returns `isStation` when it is the station, whose logo then stands for the cover
 */
export function nowOf(
  props: Pick<PageViewProps, 'snapshot' | 'words'>,
): ReturnType<typeof trackOf> & { heading: string; isStation: boolean } {
  const { tracks, station } = props.snapshot;
  const heading = props.words.now_playing;
  const track = { ...trackOf(props, 'current'), heading };
  const { title = UNKNOWN_TITLE, kind } = tracks?.current ?? {};
  if (isClosed(props.snapshot)) return { ...track, isStation: true };
  const begins = beginsAt(props.snapshot);
  if (begins) {
    const { first_song, locale } = props.words;
    const time = new Date(begins).toLocaleTimeString(locale, {
      timeStyle: 'short',
      timeZone: station?.zone,
    });
    const first = trackOf(props, 'next');
    return { ...first, heading: first_song.replace('{time}', time), isStation: !first.cover };
  }
  const isMissing = tracks !== null && (title === UNKNOWN_TITLE || kind !== undefined);
  if (!isMissing || !station) return { ...track, isStation: false };
  const isNamed = tracks.current && tracks.current.artist !== UNKNOWN_ARTIST;
  const artist = isNamed ? track.artist : '';
  return { title: station.station_name, artist, heading, isStation: true };
}
