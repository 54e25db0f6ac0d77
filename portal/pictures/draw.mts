// Draws the pictures that pages are shared with, and the icons of phones. Run it when a name, a headline
// or the logo has changed, and commit what it makes:
//   npx tsx -C source portal/pictures/draw.mts /usr/bin/chromium
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { BRAND, BRAND_COLOURS, COMPANY } from '@stationhouse/platform-api/contract/brand';
import { chromium } from 'playwright-core';
import { cafe } from '../src/marketing/content/cafe.ts';
import { gym } from '../src/marketing/content/gym.ts';
import { home } from '../src/marketing/content/home.ts';
import { hotel } from '../src/marketing/content/hotel.ts';
import { office } from '../src/marketing/content/office.ts';
import { retail } from '../src/marketing/content/retail.ts';
import { salon } from '../src/marketing/content/salon.ts';
import { supermarket } from '../src/marketing/content/supermarket.ts';

/** What Facebook, LinkedIn and the others ask for, in px. */
const SHARED = { width: 1200, height: 630 };
/** Apple's home screen, and the two that a web manifest must have, in px. */
const ICON_SIZES = [180, 192, 512];

const night = BRAND_COLOURS.light.primary;
const paper = BRAND_COLOURS.dark.ink;
const lamp = BRAND_COLOURS.dark.on_air;
/** The house of the logo where it stands on night, as on dark pages. */
const house = BRAND_COLOURS.dark.house;

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const face = async (name: string, path: string) => {
  const bytes = await readFile(fileURLToPath(import.meta.resolve(path)));
  return `@font-face { font-family: '${name}'; font-weight: 200 800; src: url(data:font/woff2;base64,${bytes.toString('base64')}) }`;
};
const faces = await Promise.all([
  face(
    'Heading',
    '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  ),
  face(
    'Text',
    '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  ),
]);
const icon = await readFile(here('../src/ui/icon.svg'), 'utf8');

interface Shared {
  name: string;
  heading: string;
  line: string;
}

const shared: Shared[] = [
  { name: 'home', heading: home.hero.heading, line: `On air day and night, ${home.hero.price}` },
  ...Object.entries({ cafe, gym, retail, office, hotel, supermarket, salon }).map(
    ([name, content]) => ({
      name,
      heading: content.headline,
      line: `${content.card.station_name}, on air at ${content.moment.time}`,
    }),
  ),
  {
    name: 'document',
    heading: 'The radio people next door',
    line: `${COMPANY.company_name}, ${COMPANY.postal_address[1]}`,
  },
];

function pictureOf({ heading, line }: Shared): string {
  return `<style>
    ${faces.join('')}
    body { margin: 0; width: 1200px; height: 630px; box-sizing: border-box; padding: 72px 80px;
      display: flex; flex-direction: column; background: ${night}; color: ${paper}; }
    h1 { margin: auto 0; max-width: 18ch; font: 700 92px/1 Heading; letter-spacing: -0.035em; text-wrap: balance }
    p { margin: 0; display: flex; align-items: center; gap: 24px; font: 500 32px/1.2 Text }
    p::before { content: ''; flex: none; width: 26px; height: 26px; border-radius: 50%;
      background: ${lamp}; box-shadow: 0 0 0 9px ${lamp}38 }
    header { display: flex; align-items: center; gap: 16px; font: 700 40px/1 Heading; letter-spacing: -0.03em }
    header svg { width: 60px; height: 60px }
    header path { fill: ${house} !important }
  </style>
  <header>${icon}${BRAND.name}</header><h1>${heading}</h1><p>${line}</p>`;
}

/** The mark on night, with the margin that phones cut their shapes out of. */
const iconOf = () => `<style>
    body { margin: 0; display: grid; place-items: center; width: 100vw; height: 100vh; background: ${night} }
    svg { width: 62vw }
    path { fill: ${house} !important }
  </style>${icon}`;

const browser = await chromium.launch({
  executablePath: process.argv[2],
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: SHARED });
for (const each of shared) {
  await page.setContent(pictureOf(each));
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: here(`og-${each.name}.png`) });
}
for (const size of ICON_SIZES) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(iconOf());
  await page.screenshot({ path: here(`icon-${size}.png`) });
}
await browser.close();
