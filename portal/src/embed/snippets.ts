/**
 * What a member pastes into a site of their own. Text in, text out; whatever the text, it stays within
 * its attribute. What the player's defaults already say is left out.
 */
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

type Pairs = (readonly [name: string, value: string])[];

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function attributes(pairs: Pairs): string {
  return pairs
    .map(
      ([name, value]) => `${name}="${value.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')}"`,
    )
    .join(' ');
}

/** Text within quotes of a style sheet, in which nothing can end the string or the sheet (CSS Syntax §4.3.7). */
function cssText(text: string): string {
  return text.replace(/[^\w-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `);
}

/** The options that differ, by the names that attributes and addresses share (sdk, `OPTION_NAMES`). */
function look(settings: EmbedSettings): Pairs {
  const colours = [
    ['background', settings.background_color, DEFAULT_SETTINGS.background_color],
    ['button', settings.play_button_color, DEFAULT_SETTINGS.play_button_color],
    ['font', settings.font_color, DEFAULT_SETTINGS.font_color],
  ] as const;
  const switches = [
    ['logo', settings.show_logo, DEFAULT_SETTINGS.show_logo],
    ['song', settings.show_current_song, DEFAULT_SETTINGS.show_current_song],
  ] as const;
  return [
    ...colours
      .filter(([, colour, usual]) => !isSameColour(colour, usual))
      .map(([name, colour]) => [name, colour.replace(/^#/, '')] as const),
    ...switches
      .filter(([, isShown, usual]) => isShown !== usual)
      .map(([name, isShown]) => [name, String(isShown)] as const),
  ];
}

/** The size that differs, as declarations of a style; a narrower place than that is not overflowed. */
function size({ width, height }: EmbedSettings): string {
  return [
    ...(width === DEFAULT_SETTINGS.width ? [] : [`width: ${width}px; max-width: 100%`]),
    ...(height === DEFAULT_SETTINGS.height ? [] : [`height: ${height}px`]),
  ].join('; ');
}

/** One line that puts the player where it stands. It has no size of its own, so a style brings that. */
export function scriptTag({ home, station, settings }: EmbeddedPlayer): string {
  const { station_slug } = station;
  const tag = attributes([
    ['src', `${home}/sdk/player.js`],
    ['data-station', station_slug],
    ...look(settings).map(([name, value]) => [`data-${name}`, value] as const),
  ]);
  const line = `<script async ${tag}></script>`;
  const declarations = size(settings);
  if (declarations === '') return line;
  const selector = `station-player[station="${cssText(station_slug)}"]`;
  return `<style>${selector} { ${declarations} }</style>\n${line}`;
}

/** The element, and the script that makes it a player; the script is needed once a page. */
export function webComponent({ home, station, settings }: EmbeddedPlayer): string {
  const script = attributes([['src', `${home}/sdk/element.js`]]);
  const declarations = size(settings);
  const element = attributes([
    ['station', station.station_slug],
    ...look(settings),
    ...(declarations === '' ? [] : [['style', declarations] as const]),
  ]);
  return `<script type="module" ${script}></script>\n<station-player ${element}></station-player>`;
}

/** The player as a page of ours in a frame. The size is always written: a frame's own default is another. */
export function frame({ home, station, settings }: FramedPlayer): string {
  const query = new URLSearchParams([
    ['embed', 'true'],
    ...look(settings).map((pair) => [...pair]),
  ]);
  const tag = attributes([
    ['src', `${home}/${encodeURIComponent(station.station_slug)}?${query.toString()}`],
    ['title', `Radio player of ${station.station_name}`],
    ['width', String(settings.width)],
    ['height', String(settings.height)],
    ['allow', 'autoplay'],
    ['loading', 'lazy'],
    ['style', 'border: 0; max-width: 100%'],
  ]);
  return `<iframe ${tag}></iframe>`;
}
