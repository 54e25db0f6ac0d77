/** The embed codes. All values are escaped, and options with default values are left out. */
import { htmlAttributes, playerFrame } from '@stationhouse/platform-api/contract/player-frame';
import type { Station } from '@stationhouse/sdk/client';
import { isSameColour } from '../ui/colour.ts';
import { DEFAULT_SETTINGS, type EmbedSettings } from './embed-settings.ts';

/** The input of a snippet. */
export interface EmbeddedPlayer {
  /** Origin that serves the player, without a slash at its end. */
  home: string;
  station: Pick<Station, 'station_slug'>;
  settings: EmbedSettings;
}

/** A frame also needs the station's name, for its accessible title. */
export interface FramedPlayer extends EmbeddedPlayer {
  station: Pick<Station, 'station_slug' | 'station_name' | 'own_url'>;
}

/** An immutable version of the player, with its subresource integrity hash. */
export interface PinnedVersion {
  version: string;
  integrity: string;
}

type Pairs = (readonly [name: string, value: string])[];

/** Colours that differ from the defaults. Themes other than `light` have their own. */
function colours({ theme, ...chosen }: EmbedSettings): Pairs {
  if (theme !== DEFAULT_SETTINGS.theme) return [['theme', theme]];
  const all = [
    ['background', chosen.background_color, DEFAULT_SETTINGS.background_color],
    ['button', chosen.play_button_color, DEFAULT_SETTINGS.play_button_color],
    ['font', chosen.font_color, DEFAULT_SETTINGS.font_color],
  ] as const;
  return all
    .filter(([, colour, usual]) => !isSameColour(colour, usual))
    .map(([name, colour]) => [name, colour.replace(/^#/, '')]);
}

/** Options that differ from the defaults, by the SDK's `OPTION_NAMES`. */
function look(settings: EmbedSettings): Pairs {
  const switches = [
    ['logo', settings.show_logo, DEFAULT_SETTINGS.show_logo],
    ['song', settings.show_current_song, DEFAULT_SETTINGS.show_current_song],
  ] as const;
  return [
    ...colours(settings),
    ...switches
      .filter(([, isShown, usual]) => isShown !== usual)
      .map(([name, isShown]) => [name, String(isShown)] as const),
  ];
}

/** Reserves the player's box, so that the page does not shift when the player loads. */
const box = ({ width, height }: EmbedSettings): string =>
  `display: block; width: ${width}px; max-width: 100%; height: ${height}px`;

/**
 * A script tag that creates the player in its place.
 *
 * @param pinned keeps this version; otherwise the tag loads the latest one
 */
export function scriptTag(player: EmbeddedPlayer, pinned?: PinnedVersion): string {
  const { home, station, settings } = player;
  const { station_slug } = station;
  const script: Pairs = pinned
    ? [
        ['src', `${home}/sdk/${pinned.version}/player.js`],
        ['integrity', pinned.integrity],
        ['crossorigin', 'anonymous'],
      ]
    : [['src', `${home}/sdk/player.js`]];
  const tag = htmlAttributes([
    ...script,
    ['data-station', station_slug],
    ...look(settings).map(([name, value]) => [`data-${name}`, value] as const),
    ['style', box(settings)],
  ]);
  return `<script async ${tag}></script>`;
}

/** The element and its script, which a page needs once. */
export function webComponent({ home, station, settings }: EmbeddedPlayer): string {
  const script = htmlAttributes([['src', `${home}/sdk/element.js`]]);
  const element = htmlAttributes([
    ['station', station.station_slug],
    ...look(settings),
    ['style', box(settings)],
  ]);
  return `<script type="module" ${script}></script>\n<station-player ${element}></station-player>`;
}

/** The component with its import. JSX strings use HTML entities for escaping. */
export function reactComponent({ home, station, settings }: EmbeddedPlayer): string {
  const { width, height } = settings;
  const strings = htmlAttributes([
    ['station', station.station_slug],
    ['apiBase', home],
    ...colours(settings),
  ]);
  const values = [
    ...(settings.show_logo ? [] : ['logo={false}']),
    ...(settings.show_current_song ? [] : ['song={false}']),
    `style={{ display: 'block', width: ${width}, maxWidth: '100%', height: ${height} }}`,
  ];
  return `import { StationPlayer } from '@stationhouse/sdk/react';\n\n<StationPlayer ${[strings, ...values].join(' ')} />`;
}

/** An iframe with the station's embedded page. */
export function frame({ home, station, settings }: FramedPlayer): string {
  const { width, height } = settings;
  return playerFrame({ home, station, look: look(settings), width, height });
}
