import {
  colourDeclarations,
  onGround,
  embedCss,
  fullCss,
  languageOf,
  lookCss,
  WORDS,
} from '@stationhouse/sdk/shell';
import { renderToString } from 'preact-render-to-string';
import { assets } from './assets.ts';
import {
  fonts,
  NoScriptPlayer,
  hashOf,
  jsonForScript,
  NO_PLAYER,
  titleOf,
} from './page-document.tsx';
import { boot } from './boot.ts';
import embedPageCss from './embed-page.css?inline';
import { embedOptions, firstSnapshot, optionsIn, type ListenerPage } from './listener-page.ts';
import { ListenerView } from './listener-view.tsx';
import { PageHead } from './page-head.tsx';
import { listenerWords } from './page-words.ts';
import { renderPlayPage } from './play/render-play.tsx';
import { qrPath } from './qr.ts';
import type { RenderedPage, StationPage } from './page-types.ts';
import { stationWorker } from './station-worker.ts';
import { renderTvStaticPage } from './tv-static/render-tv-static.tsx';
import { renderTvPage } from './tv/render-tv.tsx';

export { renderOfflinePage } from './render-offline.tsx';
export { staticLookCss } from './tv-static/look.ts';

const BOOT = `(${boot})(${JSON.stringify(assets.player)})`;

/** The source of the service worker of every station's page. */
export const STATION_WORKER = `(${stationWorker})(self)`;

/** Renders a whole document. Pure, and safe for any text in a station or a track. */
export function renderStationPage(page: StationPage): RenderedPage {
  if (page.view === 'tv') return renderTvPage(page);
  if (page.view === 'play') return renderPlayPage(page);
  if (page.view === 'tv-static') return renderTvStaticPage(page);
  return renderListenerPage(listenerPage(page));
}

function listenerPage(page: StationPage): ListenerPage {
  return {
    ...page,
    version: assets.version,
    fonts: fonts(),
    words: WORDS[languageOf(page.lang)],
    labels: listenerWords(page.lang),
    qr: page.station && page.view === 'full' ? qrPath(page.station.station_url) : null,
  };
}

function renderListenerPage(page: ListenerPage): RenderedPage {
  const css =
    page.view === 'embed'
      ? embedCss + embedPageCss + embedColours(page)
      : lookCss(page.station ?? page.coming ?? {}) + fullCss;
  // Without a slug no station can come on air here.
  const isAlive = page.kind !== 'no-slug';
  const Root = page.view === 'embed' ? 'main' : 'div';
  const html = renderToString(
    <html lang={page.lang}>
      <PageHead page={page} title={titleOf(page)} icon={assets.lamp_off} iconOnAir={assets.lamp_on}>
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </PageHead>
      <body>
        <Root id="station" className={page.view === 'embed' ? 'embed' : undefined}>
          <ListenerView page={page} snapshot={firstSnapshot(page)} player={NO_PLAYER} />
        </Root>
        <NoScriptPlayer station={page.station} />
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

/** The embed's colours for light and dark. All are parsed as colours, so nothing else can get in. */
function embedColours(page: StationPage): string {
  const look = page.station ?? page.coming;
  const read = optionsIn(page);
  const rule = (isDark: boolean) =>
    `.embed{${colourDeclarations(read, isDark, look && onGround(read, isDark, look))}}`;
  return `${rule(false)}@media(prefers-color-scheme:dark){${rule(true)}}`;
}

function preloads(page: StationPage): string[] {
  const cover =
    (page.view !== 'embed' || embedOptions(page).song) && page.now_playing?.current?.cover;
  const links: string[] = [];
  if (cover && URL.canParse(cover, page.page_url)) {
    // The URL parser escapes brackets, quotes and line breaks.
    const { href } = new URL(cover, page.page_url);
    links.push(`<${href}>; rel=preload; as=image; fetchpriority=high`);
  }
  return links;
}
