import { languageOf, tvCss, WORDS, type PlayerControls } from '@stationhouse/sdk/shell';
import { renderToString } from 'preact-render-to-string';
import { assets } from '../assets.ts';
import { hashOf, jsonForScript, titleOf } from '../page-document.ts';
import { firstSnapshot } from '../page-face.tsx';
import { PageHead } from '../page-head.tsx';
import { pageWords } from '../page-words.ts';
import { qrPath } from '../qr.ts';
import type { RenderedPage, StationPage } from '../station-page.ts';
import { sampleOf } from './sample.ts';
import { TvFace, type TvPage } from './tv-face.tsx';

/** Nothing can be pressed on the server. */
const NO_PLAYER: PlayerControls = {
  play: () => Promise.resolve(),
  pause: () => undefined,
  retry: () => Promise.resolve(),
  muted: false,
};

/**
 * Draws the page for a screen on a wall. It is alive whatever the server has found: what is not there may
 * come. A browser without modules is led to the static view.
 */
export function renderTvPage(found: StationPage): RenderedPage {
  const address = found.station?.station_url ?? found.page_url;
  const qr = found.slug === null ? null : qrPath(address);
  const page: TvPage = {
    ...found,
    version: assets.version,
    words: WORDS[languageOf(found.lang)],
    said: pageWords(found.lang),
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
          <TvFace
            page={page}
            snapshot={snapshot}
            player={NO_PLAYER}
            sample={sampleOf({ ...snapshot, error: null })}
            samplePlayer={NO_PLAYER}
            time={null}
          />
        </div>
        {page.station && (
          <noscript>
            {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a music station has no words to caption */}
            <audio controls preload="none" src={page.station.stream_url} />
          </noscript>
        )}
        <script
          type="application/json"
          id="station-page"
          dangerouslySetInnerHTML={{ __html: jsonForScript(page) }}
        />
        <script type="module" src={assets.tv} />
        <script noModule src={assets.tv_static_js} />
      </body>
    </html>,
  );
  return {
    html: `<!doctype html>${html}`,
    style_hashes: [hashOf(tvCss)],
    script_hashes: [],
    preload: [],
  };
}
