/** The embed codes. All values are escaped, and options with default values are left out. */
import { htmlAttributes, playerFrame } from '@stationhouse/platform-api/contract/site/player-frame';
import type { Station } from '@stationhouse/sdk/client';
import { version } from '@stationhouse/sdk/package.json';
import { isSameColour } from '../ui/colour.ts';
import type { Look } from '@stationhouse/platform-api/contract/site/colours';
import { settingsOf, type EmbedSettings } from './embed-settings.ts';

/** The input of a snippet. */
export interface EmbeddedPlayer {
  /** Origin that serves the player, without a slash at its end. */
  home: string;
  station: Pick<Station, 'public_id'> & Look;
  settings: EmbedSettings;
}

/** A frame also needs the station's name, for its accessible title. */
export interface FramedPlayer extends EmbeddedPlayer {
  station: Pick<Station, 'public_id' | 'station_name' | 'own_url'>;
}

/** An immutable version of the player, with its subresource integrity hash. */
export interface PinnedVersion {
  version: string;
  integrity: string;
}

type Pairs = (readonly [name: string, value: string])[];

type Looked = Pick<EmbeddedPlayer, 'settings' | 'station'>;

/** Colours that differ from the station's. Themes other than `light` have their own. */
function colours({ settings: { theme, ...chosen }, station }: Looked): Pairs {
  const usual = settingsOf(station);
  const written: Pairs = theme === usual.theme ? [] : [['theme', theme]];
  if (theme !== 'light') return written;
  // The defaults of this theme, where it is not the station's.
  const light = settingsOf({ ...station, theme });
  const all = [
    ['background', chosen.background_color, light.background_color],
    ['button', chosen.play_button_color, light.play_button_color],
    ['font', chosen.font_color, light.font_color],
  ] as const;
  const changed = all.filter(([, colour, of]) => !isSameColour(colour, of));
  return [
    ...written,
    ...changed.map(([name, colour]) => [name, colour.replace(/^#/, '')] as const),
  ];
}

/** Options that differ from the station's defaults, by the SDK's `OPTION_NAMES`. */
export function optionsOf(player: Looked): Pairs {
  const { settings } = player;
  const usual = settingsOf(player.station);
  const switches = [
    ['logo', settings.show_logo, usual.show_logo],
    ['song', settings.show_current_song, usual.show_current_song],
  ] as const;
  return [
    ...colours(player),
    ...switches
      .filter(([, isShown, isUsual]) => isShown !== isUsual)
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
  const script: Pairs = pinned
    ? [
        ['src', `${home}/sdk/${pinned.version}/player.js`],
        ['integrity', pinned.integrity],
        ['crossorigin', 'anonymous'],
      ]
    : [['src', `${home}/sdk/player.js`]];
  const tag = htmlAttributes([
    ...script,
    ['data-station', station.public_id],
    ...optionsOf(player).map(([name, value]) => [`data-${name}`, value] as const),
    ['style', box(settings)],
  ]);
  return `<script async ${tag}></script>`;
}

/** The element and its script, which a page needs once. */
export function webComponent(player: EmbeddedPlayer): string {
  const { home, station, settings } = player;
  const script = htmlAttributes([['src', `${home}/sdk/element.js`]]);
  const element = htmlAttributes([
    ['station', station.public_id],
    ...optionsOf(player),
    ['style', box(settings)],
  ]);
  return `<script type="module" ${script}></script>\n<station-player ${element}></station-player>`;
}

/** The command that installs the SDK of this installation. Its address never changes. */
export const installCommand = (home: string): string =>
  `npm install ${home}/sdk/${version}/stationhouse-sdk-${version}.tgz`;

/** The component with its import. JSX strings use HTML entities for escaping. */
export function reactComponent(player: EmbeddedPlayer): string {
  const { home, station, settings } = player;
  const { width, height } = settings;
  const strings = htmlAttributes([
    ['station', station.public_id],
    ['apiBase', home],
    ...colours(player),
  ]);
  const values = [
    ...(settings.show_logo ? [] : ['logo={false}']),
    ...(settings.show_current_song ? [] : ['song={false}']),
    `style={{ display: 'block', width: ${width}, maxWidth: '100%', height: ${height} }}`,
  ];
  return `import { StationPlayer } from '@stationhouse/sdk/react';\n\n<StationPlayer ${[strings, ...values].join(' ')} />`;
}

/** An iframe with the station's embedded page. */
export function frame(player: FramedPlayer): string {
  const { home, station, settings } = player;
  const { width, height } = settings;
  return playerFrame({ home, station, look: optionsOf(player), width, height });
}
