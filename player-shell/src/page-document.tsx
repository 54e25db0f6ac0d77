import { createHash } from 'node:crypto';
import { BRAND, languageOf, type PlayerControls, WORDS } from '@stationhouse/sdk/shell';
import { assets } from './assets.ts';
import type { StationPage } from './page-types.ts';

/** Controls for rendering on the server. The browser puts the real player behind the same buttons. */
export const NO_PLAYER: PlayerControls = {
  play: () => Promise.resolve(),
  pause: () => undefined,
  retry: () => Promise.resolve(),
  muted: false,
  volume: 1,
};

/** The fonts that pages fetch after the first paint, by family. */
export const fonts = (): Record<string, string> => ({
  'Bricolage Grotesque': assets.brand_font_woff2,
  'Instrument Sans': assets.text_font_woff2,
});

/** The policy source of an inline style or script. */
export const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The document's title: the station's name, or the problem. */
export function titleOf(page: StationPage): string {
  const station = page.station ?? page.coming;
  if (station) return station.station_name;
  return page.kind === 'failed' ? BRAND.name : WORDS[languageOf(page.lang)].not_found_title;
}

/** JSON that cannot close its script element, without the line separators that old parsers reject. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The browser's own player, for pages without scripts. */
export function NoScriptPlayer({ station }: Pick<StationPage, 'station'>) {
  return (
    station && (
      <noscript>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a music station has no words to caption */}
        <audio controls preload="none" src={station.stream_url} />
      </noscript>
    )
  );
}
