import { BRAND, languageOf, StaticTv, WORDS } from '@stationhouse/sdk/shell';
import { renderToString } from 'preact-render-to-string';
import { assets } from '../assets.ts';
import { NoScriptPlayer, titleOf } from '../page-document.tsx';
import { firstSnapshot } from '../listener-page.ts';
import { PageHead } from '../page-head.tsx';
import { wallWords } from '../page-words.ts';
import { QrCode } from '../qr-code.tsx';
import { qrPath } from '../qr.ts';
import type { RenderedPage, StationPage } from '../page-types.ts';
import { staticLookCss } from './look.ts';

/**
 * Renders the page for televisions without module support. Style and script are files: Chrome 25 to 39 only
 * know the first content security policy, which blocks all inline code.
 */
export function renderTvStaticPage(page: StationPage): RenderedPage {
  const words = WORDS[languageOf(page.lang)];
  const look = page.station ?? page.coming;
  const html = renderToString(
    <html lang={page.lang}>
      <PageHead page={page} title={titleOf(page)} icon={assets.lamp_off} iconOnAir={assets.lamp_on}>
        <link rel="stylesheet" href={assets.tv_static_css} />
        {look && page.app_path !== undefined && staticLookCss(look) !== '' && (
          <link rel="stylesheet" href={`${page.app_path}/look.css`} />
        )}
      </PageHead>
      <body id="static-tv">
        <StaticTv
          snapshot={firstSnapshot(page)}
          placeholder={page.api_base + BRAND.placeholder_cover}
          words={words}
          coming={page.coming}
          qr={
            page.station && (
              <QrCode qr={qrPath(page.station.station_url)} label={wallWords(page.lang).tv_scan} />
            )
          }
        />
        <NoScriptPlayer station={page.station} />
        <script src={assets.tv_static_js} />
      </body>
    </html>,
  );
  return { html: `<!doctype html>${html}`, style_hashes: [], script_hashes: [], preload: [] };
}
