import { createHash } from 'node:crypto';
import {
  BRAND,
  colourProperties,
  embedCss,
  fullCss,
  ENGLISH,
  type PlayerControls,
} from '@stationhouse/sdk/shell';
import { renderToString } from 'preact-render-to-string';
import { assets } from './assets.ts';
import { boot } from './boot.ts';
import embedPageCss from './embed-page.css?inline';
import { embedOptions, firstSnapshot, PageFace } from './page-face.tsx';
import { PageHead } from './page-head.tsx';
import type { RenderedPage, StationPage } from './station-page.ts';

/** Nothing can be pressed on the server; the browser puts the real player behind the same buttons. */
const NO_PLAYER: PlayerControls = {
  play: () => Promise.resolve(),
  pause: () => undefined,
  retry: () => Promise.resolve(),
  muted: false,
};

const BOOT = `(${boot})(${JSON.stringify(assets.player)})`;

/** Draws a whole document. Pure, and safe for any text in a station or a track. */
export function renderStationPage(page: StationPage): RenderedPage {
  const css = page.view === 'embed' ? embedCss + embedPageCss + embedColours(page) : fullCss;
  const isAlive = page.kind === 'station' || page.kind === 'failed';
  const Root = page.view === 'embed' ? 'main' : 'div';
  const html = renderToString(
    <html lang={page.lang}>
      <PageHead page={page} title={titleOf(page)} icon={assets.lamp_off} iconOnAir={assets.lamp_on}>
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </PageHead>
      <body>
        <Root id="station" className={page.view === 'embed' ? 'embed' : undefined}>
          <PageFace page={page} snapshot={firstSnapshot(page)} player={NO_PLAYER} />
        </Root>
        {page.station && (
          <noscript>
            {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a music station has no words to caption */}
            <audio controls preload="none" src={page.station.stream_url} />
          </noscript>
        )}
        {isAlive && (
          <>
            <script
              type="application/json"
              id="station-page"
              dangerouslySetInnerHTML={{ __html: jsonForScript(page) }}
            />
            <script dangerouslySetInnerHTML={{ __html: BOOT }} />
          </>
        )}
      </body>
    </html>,
  );
  return {
    html: `<!doctype html>${html}`,
    style_hashes: [hashOf(css)],
    script_hashes: isAlive ? [hashOf(BOOT)] : [],
    preload: isAlive ? preloads(page) : [],
  };
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function titleOf(page: StationPage): string {
  if (page.station) return page.station.station_name;
  return page.kind === 'failed' ? BRAND.name : ENGLISH.not_found_title;
}

/** The embed's colours. They have been read as colours, so nothing else can stand here. */
function embedColours(page: StationPage): string {
  const properties = colourProperties(embedOptions(page));
  return `.embed{${properties.map((property) => property.join(':')).join(';')}}`;
}

/** JSON that cannot end its script element, and that old parsers read as one line. */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function preloads(page: StationPage): string[] {
  const cover =
    (page.view !== 'embed' || embedOptions(page).song) && page.now_playing?.current?.cover;
  const links: string[] = [];
  if (cover && URL.canParse(cover, page.page_url)) {
    // As the URL parser writes it, an address holds no bracket, quote or line break.
    const { href } = new URL(cover, page.page_url);
    links.push(`<${href}>; rel=preload; as=image; fetchpriority=high`);
  }
  return links;
}
