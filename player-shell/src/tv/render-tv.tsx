import { isSlug, languageOf, tvCss, wallLookCss, WORDS } from '@stationhouse/sdk/shell';
import { renderToString } from 'preact-render-to-string';
import { assets } from '../assets.ts';
import {
  fonts,
  NoScriptPlayer,
  hashOf,
  jsonForScript,
  NO_PLAYER,
  titleOf,
} from '../page-document.tsx';
import { reloadWhenOnline } from '../reload-when-online.ts';
import { firstSnapshot } from '../listener-page.ts';
import { PageHead } from '../page-head.tsx';
import { wallWords } from '../page-words.ts';
import { qrPath } from '../qr.ts';
import type { RenderedPage, StationPage } from '../page-types.ts';
import { sampleOf } from './sample.ts';
import { TvView, type TvPage } from './tv-view.tsx';
import { dueMessage } from './wall-message.ts';

/**
 * Reloads a wall whose script failed to load. A script that loads and then throws does not reload: it would
 * throw again.
 */
const RELOAD = `document.querySelector('script[src="${assets.tv}"]').addEventListener('error',${reloadWhenOnline})`;

/**
 * Renders the page for a screen on a wall. It is always hydrated, since a missing station may come on air.
 * Browsers without modules are redirected to the static view.
 */
export function renderTvPage(found: StationPage): RenderedPage {
  const address = found.station?.station_url ?? found.page_url;
  // An unchecked slug may be too long for a QR code, or slow to encode.
  const isShort = found.station !== undefined || (found.slug !== null && isSlug(found.slug));
  const qr = isShort ? qrPath(address) : null;
  const page: TvPage = {
    ...found,
    version: assets.version,
    fonts: fonts(),
    words: WORDS[languageOf(found.lang)],
    labels: wallWords(found.lang),
    qr,
  };
  const snapshot = firstSnapshot(page);
  const css = wallLookCss(page.station ?? page.coming ?? {}) + tvCss;
  const html = renderToString(
    <html lang={page.lang}>
      <PageHead page={page} title={titleOf(page)} icon={assets.lamp_off} iconOnAir={assets.lamp_on}>
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </PageHead>
      <body>
        <div id="station">
          <TvView
            page={page}
            snapshot={snapshot}
            player={NO_PLAYER}
            sample={sampleOf({ ...snapshot, error: null })}
            samplePlayer={NO_PLAYER}
            time={null}
            message={dueMessage(page.station, { isBetween: false, time: null })}
          />
        </div>
        <NoScriptPlayer station={page.station} />
        <script
          type="application/json"
          id="station-page"
          dangerouslySetInnerHTML={{ __html: jsonForScript(page) }}
        />
        {/* Modules run in document order, so this one listens before the next one can fail. */}
        <script type="module" dangerouslySetInnerHTML={{ __html: RELOAD }} />
        <script type="module" src={assets.tv} />
        <script noModule src={assets.tv_static_js} />
      </body>
    </html>,
  );
  return {
    html: `<!doctype html>${html}`,
    style_hashes: [hashOf(css)],
    script_hashes: [hashOf(RELOAD)],
    preload: [],
  };
}
