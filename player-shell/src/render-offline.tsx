import { fullCss, isWordmark, languageOf, lookCss, WORDS } from '@stationhouse/sdk/shell';
import { renderToString } from 'preact-render-to-string';
import { reloadWhenOnline } from './reload-when-online.ts';
import { hashOf } from './page-document.tsx';
import { documentWords } from './page-words.ts';
import type { OfflinePage, RenderedPage } from './page-types.ts';

const BOOT = `(${reloadWhenOnline})()`;

/** The square logo, or the initial as on the page. A wordmark would be too small in a square, and the name says the same. */
function OfflineLogo(page: OfflinePage) {
  if (isWordmark(page)) return null;
  if (page.station_logo_url !== null) return <img className="logo" src={page.icon} alt="" />;
  return (
    <span className="logo" aria-hidden="true">
      {[...page.station_name][0]}
    </span>
  );
}

/** Renders the screen that a listener sees when offline, as one self-contained document. */
export function renderOfflinePage(page: OfflinePage): RenderedPage {
  const { station_name, lang, icon } = page;
  const css = lookCss(page) + fullCss;
  const { offline_title, offline_text } = documentWords(lang);
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
        <div className="page">
          <header className="brand">
            <OfflineLogo {...page} />
            <p className="station">{station_name}</p>
          </header>
          <main>
            <div className="notice">
              <h1>{offline_title}</h1>
              <p>{offline_text(station_name)}</p>
              <button type="button" className="retry">
                {WORDS[languageOf(lang)].retry}
              </button>
            </div>
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
