/**
 * What a member pastes into a site of their own. Text in, text out; whatever the text, it stays within
 * its attribute. What the player's defaults already say is left out.
 */
import { htmlAttributes, playerFrame } from '@stationhouse/platform-api/contract/player-frame';
import type { Station } from '@stationhouse/sdk/client';
import { isSameColour } from './colour.ts';
import { DEFAULT_SETTINGS, type EmbedSettings } from './embed-settings.ts';

/** All that a snippet is made of. */
export interface EmbeddedPlayer {
  /** Origin that serves the player, without a slash at its end. */
  home: string;
  station: Pick<Station, 'station_slug'>;
  settings: EmbedSettings;
}

/** A frame says whose player it is to those who hear the page. */
export interface FramedPlayer extends EmbeddedPlayer {
  station: Pick<Station, 'station_slug' | 'station_name'>;
}

/** A version of the player that stays as it is, and the hash that a browser knows its script by. */
export interface PinnedVersion {
  version: string;
  integrity: string;
}

type Pairs = (readonly [name: string, value: string])[];

/** The colours that differ. A theme other than `light` has its own. */
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

/** The options that differ, by the names that attributes and addresses share (sdk, `OPTION_NAMES`). */
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

/**
 * The player's box, kept free until the player comes, so that nothing on the page moves then; a narrower
 * place is not overflowed.
 */
const box = ({ width, height }: EmbedSettings): string =>
  `display: block; width: ${width}px; max-width: 100%; height: ${height}px`;

/**
 * One line that puts the player where it stands.
 *
 * @param pinned without it the line gets what we improve
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

/** The element, and the script that makes it a player; the script is needed once a page. */
export function webComponent({ home, station, settings }: EmbeddedPlayer): string {
  const script = htmlAttributes([['src', `${home}/sdk/element.js`]]);
  const element = htmlAttributes([
    ['station', station.station_slug],
    ...look(settings),
    ['style', box(settings)],
  ]);
  return `<script type="module" ${script}></script>\n<station-player ${element}></station-player>`;
}

/** The component, and where it comes from. Strings of JSX know HTML's entities, and no others (JSX specification). */
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

/** The player as a page of ours in a frame. */
export function frame({ home, station, settings }: FramedPlayer): string {
  const { width, height } = settings;
  return playerFrame({ home, station, look: look(settings), width, height });
}
