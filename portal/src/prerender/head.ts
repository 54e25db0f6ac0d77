import { BRAND, BRAND_COLOURS } from '@stationhouse/platform-api/contract/brand';
import type { PortalPage } from '@stationhouse/platform-api/contract/pages';
import { fullTitle } from '../ui/Head.tsx';
import { pageHeads } from '../marketing/content/head.ts';
import { INDUSTRY_NAMES } from '../marketing/content/industry-names.ts';
import { PUBLIC_URL_PLACEHOLDER } from '../ui/public-url.ts';
import { structuredData } from './structured-data.ts';

/** The size of every Open Graph picture, in px (pictures/draw.mjs makes them). */
const PICTURE = { width: 1200, height: 630 };

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const meta = (name: string, content: string | number): string =>
  `<meta property="${name}" content="${escape(String(content))}"/>`;

/** The colour of the browser's own frame, by day and by night. */
const frameColours = (['light', 'dark'] as const)
  .map(
    (scheme) =>
      `<meta name="theme-color" content="${BRAND_COLOURS[scheme].background}" media="(prefers-color-scheme: ${scheme})"/>`,
  )
  .join('');

/** The head of a page that is drawn in the browser alone, until it has drawn its own. */
export const shellHead = `<title>${escape(BRAND.name)}</title>${frameColours}`;

/** Which picture a page is shared with: its own, or the one of all pages that are read. */
function pictureOf(path: PortalPage): string {
  if (path === '/') return 'home';
  return path in INDUSTRY_NAMES ? path.slice(1) : 'document';
}

/**
 * The part of a page's head that only robots read: what it looks like when shared, and what it is about.
 *
 * @param pictures addresses of the Open Graph pictures by name
 */
export function headFor(path: PortalPage, pictures: ReadonlyMap<string, string>): string {
  const { title, description } = pageHeads[path];
  const name = pictureOf(path);
  const picture = pictures.get(name);
  if (picture === undefined) throw new Error(`There is no Open Graph picture og-${name}.png.`);
  // A closing tag within the data would end it; JSON has another way to write its first letter.
  const data = JSON.stringify(structuredData(path)).replaceAll('<', String.raw`\u003c`);
  return [
    frameColours,
    meta('og:type', 'website'),
    meta('og:site_name', BRAND.name),
    meta('og:locale', 'en_GB'),
    meta('og:title', fullTitle(title)),
    meta('og:description', description),
    meta('og:url', PUBLIC_URL_PLACEHOLDER + path),
    meta('og:image', PUBLIC_URL_PLACEHOLDER + picture),
    meta('og:image:width', PICTURE.width),
    meta('og:image:height', PICTURE.height),
    meta('og:image:alt', `${BRAND.name}: ${title}`),
    '<meta name="twitter:card" content="summary_large_image"/>',
    `<script type="application/ld+json">${data}</script>`,
  ].join('');
}
