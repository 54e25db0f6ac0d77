import { BRAND, BRAND_COLOURS } from '@stationhouse/platform-api/contract/site/brand';
import type { PortalPage } from '@stationhouse/platform-api/contract/site/pages';
import { INDUSTRY_NAMES } from '../marketing/content/industry-names.ts';
import { fullTitle } from '../ui/Head.tsx';
import { PUBLIC_URL_PLACEHOLDER } from '../ui/public-url.ts';
import { pageHeads } from './page-heads.ts';
import { structuredData } from './structured-data.ts';

/** The size of every Open Graph picture, in px (see pictures/draw.mjs). */
const PICTURE = { width: 1200, height: 630 };

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const meta = (name: string, content: string | number): string =>
  `<meta property="${name}" content="${escape(String(content))}"/>`;

/** The colour of the browser's toolbar in light and dark mode. */
const frameColours = (['light', 'dark'] as const)
  .map(
    (scheme) =>
      `<meta name="theme-color" content="${BRAND_COLOURS[scheme].background}" media="(prefers-color-scheme: ${scheme})"/>`,
  )
  .join('');

/** The head of a frame: what the browser replaces with the page would else be in it twice. */
export function frameHead(rendered: string): string {
  const [title = `<title>${escape(BRAND.name)}</title>`] =
    /<title>[^<]*<\/title>/.exec(rendered) ?? [];
  return `${title}<meta name="robots" content="noindex"/>${frameColours}`;
}

/** The name of a page's Open Graph picture. Text pages share one. */
function pictureOf(path: PortalPage): string {
  if (path === '/') return 'home';
  return path in INDUSTRY_NAMES ? path.slice(1) : 'document';
}

/**
 * The tags for crawlers: Open Graph and structured data.
 *
 * @param pictures URLs of the Open Graph pictures by name
 * @throws Error if a picture is missing
 */
export function headFor(path: PortalPage, pictures: ReadonlyMap<string, string>): string {
  const { title, description } = pageHeads[path];
  const name = pictureOf(path);
  const picture = pictures.get(name);
  if (picture === undefined) throw new Error(`There is no Open Graph picture og-${name}.png.`);
  // Escapes '<', so that a closing tag in the data does not end the script.
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
