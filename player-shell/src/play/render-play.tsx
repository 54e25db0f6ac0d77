import { languageOf, playCss, wallLookCss, WORDS } from '@stationhouse/sdk/shell';
import { renderToString } from 'preact-render-to-string';
import { assets } from '../assets.ts';
import { firstSnapshot } from '../listener-page.ts';
import { fonts, hashOf, jsonForScript, NO_PLAYER, titleOf } from '../page-document.tsx';
import { PageHead } from '../page-head.tsx';
import type { RenderedPage, StationPage } from '../page-types.ts';
import { reloadWhenOnline } from '../reload-when-online.ts';
import { FIRST_SCREEN, PlayPageView, type PlayPage } from './play-view.tsx';
import { locationPlayerWords } from './play-words.ts';

/** Reloads a player whose script failed to load. */
const RELOAD = `document.querySelector('script[src="${assets.play}"]').addEventListener('error',${reloadWhenOnline})`;

const nothing = () => undefined;

/** Renders the page of a location player. Everything but the station's name is drawn by the browser. */
export function renderPlayPage(found: StationPage): RenderedPage {
  const page: PlayPage = {
    ...found,
    version: assets.version,
    fonts: fonts(),
    words: WORDS[languageOf(found.lang)],
    labels: locationPlayerWords(found.lang),
  };
  const css = wallLookCss(page.station ?? page.coming ?? {}) + playCss;
  const html = renderToString(
    <html lang={page.lang}>
      <PageHead page={page} title={titleOf(page)} icon={assets.lamp_off} iconOnAir={assets.lamp_on}>
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </PageHead>
      <body>
        <div id="station">
          <PlayPageView
            page={page}
            snapshot={firstSnapshot(page)}
            player={NO_PLAYER}
            screen={FIRST_SCREEN}
            qr={null}
            settings={null}
            start={nothing}
            openSettings={nothing}
          />
        </div>
        <script
          type="application/json"
          id="station-page"
          dangerouslySetInnerHTML={{ __html: jsonForScript(page) }}
        />
        {/* Modules run in document order, so this one listens before the next one can fail. */}
        <script type="module" dangerouslySetInnerHTML={{ __html: RELOAD }} />
        <script type="module" src={assets.play} />
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
