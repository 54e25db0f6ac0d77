// @vitest-environment node
import { BRAND } from '@stationhouse/platform-api/contract/site/brand';
import { PACKAGES } from '@stationhouse/platform-api/contract/billing/prices';
import {
  fileOfPage,
  PORTAL_PAGES,
  PUBLIC_PAGES,
  SIGNED_IN_PAGES,
} from '@stationhouse/platform-api/contract/site/pages';
import { expect, test } from 'vitest';
import { INDUSTRY_NAMES } from '../marketing/content/industry-names.ts';
import { prerenderPages, robotsText, siteMap, webManifest } from './render-pages.tsx';

const names = ['home', 'document', ...Object.keys(INDUSTRY_NAMES).map((path) => path.slice(1))];
const pictures = new Map(names.map((name) => [name, `/assets/og-${name}.png`]));
const pages = await prerenderPages(pictures);
const page = (name: string) => {
  const found = pages.find((each) => each.name === name);
  if (!found) throw new Error(`There is no page ${name}.`);
  return found;
};

interface Thing {
  '@type': string;
  name?: string;
  offers?: { price: string; priceCurrency: string };
  mainEntity?: unknown[];
}

/** The head of a page. */
function dataOf(name: string): Thing[] {
  const [, json = ''] =
    /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page(name).head) ?? [];
  const { '@graph': graph }: { '@graph': Thing[] } = JSON.parse(json);
  return graph;
}

test('renders every public page, the not-found page and the frame of every other page', () => {
  const expected = [...PORTAL_PAGES, ...SIGNED_IN_PAGES].map((path) => fileOfPage(path));
  expect(pages.map(({ name }) => name).sort()).toEqual(
    [...expected, 'admin-customers', 'members-create', 'not-found'].sort(),
  );
});

test('the frame of a page has its title, its place in the navigation, and nothing of a user', () => {
  const { head, body } = page('members-billing');
  expect(head).toContain('<meta name="robots" content="noindex"/>');
  expect(body).toMatch(/<a[^>]* aria-current="page"[^>]* href="\/members\/billing"/);
  expect(body).toContain('Loading...');
  expect(page('admin-library').head).toContain(`<title>Library · ${BRAND.name}</title>`);
});

test.each(pages)(
  '$name has one title, one main heading and nothing that the CSP forbids',
  ({ head, body }) => {
    expect(head.match(/<title>/g)).toHaveLength(1);
    expect(head).toContain(BRAND.name);
    expect(body.match(/<h1[ >]/g)).toHaveLength(1);
    expect(body).not.toMatch(/<title>|<style|\sstyle="|<script|\son\w+="/);
  },
);

test.each(pages)('no form of $name can be submitted before hydration', ({ body }) => {
  expect(body).not.toMatch(/type="submit"|<button(?![^>]*type=)|<form[^>]*action=/);
});

test.each(PORTAL_PAGES)('%s has a canonical URL and Open Graph tags', (path) => {
  const { head } = page(path === '/' ? 'home' : path.slice(1));
  expect(head).toContain(`<link rel="canonical" href="{{PUBLIC_URL}}${path}"/>`);
  expect(head).toContain(`<meta property="og:url" content="{{PUBLIC_URL}}${path}"/>`);
  expect(head).toMatch(
    /<meta property="og:image" content="{{PUBLIC_URL}}\/assets\/og-\w+\.png"\/>/,
  );
  expect(head).toMatch(/<meta name="description" content="[^"]{70,}"\/>/);
});

test('the landing page shows price, demo, embed line and packages without scripts', () => {
  const { body } = page('home');
  expect(body).toContain('from only €149/mo');
  expect(body).toContain('Why Choose Us');
  expect(body).toMatch(/<a href="\/demo"[^>]*target="_blank"[^>]*>Listen to Demo/);
  expect(body).toContain('&lt;script async src=');
});

test('the structured data has every package with its price and every question with its answer', () => {
  const products = dataOf('home').filter((thing) => thing['@type'] === 'Product');
  expect(products.map(({ offers }) => offers?.price)).toEqual(
    PACKAGES.map((each) => (each.monthly_fee / 100).toFixed(2)),
  );
  expect(dataOf('faq').find((thing) => thing['@type'] === 'FAQPage')?.mainEntity).toHaveLength(16);
});

test('the sitemap has exactly the public pages', () => {
  const found = [...siteMap().matchAll(/<loc>{{PUBLIC_URL}}(.*?)<\/loc>/g)].map(([, path]) => path);
  expect(found).toEqual([...PUBLIC_PAGES]);
  expect(robotsText()).toContain('Sitemap: {{PUBLIC_URL}}/sitemap.xml');
});

test('the manifest has the icons', () => {
  expect(JSON.parse(webManifest(new Map([[192, '/assets/icon-192.png']])))).toMatchObject({
    name: BRAND.name,
    icons: [{ src: '/assets/icon-192.png', sizes: '192x192' }],
  });
});
