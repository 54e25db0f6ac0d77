import { BRAND, BRAND_COLOURS } from '@stationhouse/platform-api/contract/site/brand';
import { PUBLIC_PAGES } from '@stationhouse/platform-api/contract/site/pages';
import { PUBLIC_URL_PLACEHOLDER } from '../ui/public-url.ts';

/** The sitemap of all public pages. */
export function siteMap(): string {
  const pages = PUBLIC_PAGES.map(
    (path) => `  <url><loc>${PUBLIC_URL_PLACEHOLDER}${path}</loc></url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.join('')}</urlset>
`;
}

/** Keeps crawlers away from member pages and API calls. */
export function robotsText(): string {
  return `User-agent: *
Disallow: /members
Disallow: /admin
Disallow: /v1/

Sitemap: ${PUBLIC_URL_PLACEHOLDER}/sitemap.xml
`;
}

/** The web app manifest. @param icons their URLs by size in px */
export function webManifest(icons: ReadonlyMap<number, string>): string {
  return JSON.stringify({
    name: BRAND.name,
    short_name: BRAND.name,
    start_url: '/',
    display: 'browser',
    background_color: BRAND_COLOURS.light.background,
    theme_color: BRAND_COLOURS.light.background,
    icons: [...icons].map(([size, src]) => ({
      src,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any',
    })),
  });
}
