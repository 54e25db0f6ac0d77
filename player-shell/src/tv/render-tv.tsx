import { isSlug, languageOf, tvCss, WORDS } from '@stationhouse/sdk/shell';
import { renderToString } from 'preact-render-to-string';
import { assets } from '../assets.ts';
import { NoScriptPlayer, hashOf, jsonForScript, NO_PLAYER, titleOf } from '../page-document.tsx';
import { reloadWhenOnline } from '../reload-when-online.ts';
import { firstSnapshot } from '../listener-page.ts';
import { PageHead } from '../page-head.tsx';
import { wallWords } from '../page-words.ts';
import { qrPath } from '../qr.ts';
import type { RenderedPage, StationPage } from '../station-page.ts';
import { sampleOf } from './sample.ts';
import { TvView, type TvPage } from './tv-view.tsx';

/**
 * Nobody comes to load a wall anew whose script did not arrive. A script that has arrived and failed would
 * fail again: of that one this element tells nothing.
 */
const RELOAD = `document.querySelector('script[src="${assets.tv}"]').addEventListener('error',${reloadWhenOnline})`;

/**
 * Draws the page for a screen on a wall. It is alive whatever the server has found: what is not there may
 * come. A browser without modules is led to the static view.
 */
export function renderTvPage(found: StationPage): RenderedPage {
  const address = found.station?.station_url ?? found.page_url;
  // Where no station can ever be no code is drawn either: of a long address that takes a while, or is too much.
  const qr = found.slug !== null && isSlug(found.slug) ? qrPath(address) : null;
  const page: TvPage = {
    ...found,
    version: assets.version,
    words: WORDS[languageOf(found.lang)],
    labels: wallWords(found.lang),
    qr,
  };
  const snapshot = firstSnapshot(page);
  const html = renderToString(
    <html lang={page.lang}>
      <PageHead page={page} title={titleOf(page)} icon={assets.lamp_off} iconOnAir={assets.lamp_on}>
        <style dangerouslySetInnerHTML={{ __html: tvCss }} />
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
          />
        </div>
        <NoScriptPlayer station={page.station} />
        <script
          type="application/json"
          id="station-page"
          dangerouslySetInnerHTML={{ __html: jsonForScript(page) }}
        />
        {/* Modules run in the order in which they stand: this one listens before the next can have failed. */}
        <script type="module" dangerouslySetInnerHTML={{ __html: RELOAD }} />
        <script type="module" src={assets.tv} />
        <script noModule src={assets.tv_static_js} />
      </body>
    </html>,
  );
  return {
    html: `<!doctype html>${html}`,
    style_hashes: [hashOf(tvCss)],
    script_hashes: [hashOf(RELOAD)],
    preload: [],
  };
}
