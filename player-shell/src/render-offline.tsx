import {
  fullCss,
  isWordmark,
  languageOf,
  lettersOf,
  lookCss,
  WORDS,
} from '@stationhouse/sdk/shell';
import { renderToString } from 'preact-render-to-string';
import { assets } from './assets.ts';
import offlinePageCss from './offline-page.css?inline';
import { reloadWhenOnline } from './reload-when-online.ts';
import { hashOf } from './page-document.tsx';
import { documentWords } from './page-words.ts';
import type { OfflinePage, RenderedPage } from './page-types.ts';

const BOOT = `(${reloadWhenOnline})()`;

/** The logo or the initial, as on the page. */
function OfflineLogo(page: OfflinePage) {
  if (page.station_logo_url !== null) {
    const wide = isWordmark(page) && {
      className: 'logo wide',
      width: (page.logo_shape?.aspect ?? 1) * 100,
      height: 100,
    };
    return <img className="logo" src={page.logo} alt="" {...wide} />;
  }
  return (
    <span className="logo" aria-hidden="true">
      {[...page.station_name][0]}
    </span>
  );
}

/** From this number of letters on, a name is set smaller. */
const LONG_NAME = 22;

/** The stylesheet. The fonts are in the browser's cache, since the page has loaded them from the same addresses. */
function cssOf(page: OfflinePage): string {
  const name = Math.min(1, Math.sqrt(LONG_NAME / lettersOf(page.station_name)));
  return (
    `${lookCss(page)}:root{--name:${name.toFixed(2)}}` +
    fullCss +
    offlinePageCss
      .replace('BRAND_FONT', assets.brand_font_woff2)
      .replace('TEXT_FONT', assets.text_font_woff2)
  );
}

/**
 * Renders the screen that a listener sees when offline: the station's page with its own sleeve. Its pictures are in the
 * document, since nothing can be loaded.
 */
export function renderOfflinePage(page: OfflinePage): RenderedPage {
  const { station_name, lang, icon, sleeve } = page;
  const css = cssOf(page);
  const { offline_title, offline_text } = documentWords(lang);
  const { retry } = WORDS[languageOf(lang)];
  const html = renderToString(
    <html lang={lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{station_name}</title>
        <meta name="robots" content="noindex" />
        <link rel="icon" href={icon} />
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        <div className="page front">
          <header className="brand">
            <OfflineLogo {...page} />
            <p className="station" dir="auto">
              {station_name}
            </p>
          </header>
          <main>
            <div className="art">
              <img className="cover" src={sleeve} alt="" />
            </div>
            <section className="now">
              <h1>{offline_title}</h1>
              <p>{offline_text(station_name)}</p>
              <div className="controls">
                <button type="button" className="retry">
                  {retry}
                </button>
              </div>
            </section>
          </main>
        </div>
        <script dangerouslySetInnerHTML={{ __html: BOOT }} />
      </body>
    </html>,
  );
  return {
    html: `<!doctype html>${html}`,
    style_hashes: [hashOf(css)],
    script_hashes: [hashOf(BOOT)],
    preload: [],
  };
}
