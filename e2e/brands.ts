import type { Page } from '@playwright/test';
import { addMember, signIn } from './admin-area.ts';
import type { Stationhouse } from './stationhouse.ts';
import { SITE } from './wizard.ts';

/** Three brands that are hard to draw: a pale one, a neon one and a black one. */
export const BRANDS = [
  { brand: 'pale', accent: '#f7e7b0', name: 'Maison Beurre Radio' },
  { brand: 'neon', accent: '#39ff14', name: 'Voltage Gym Radio' },
  { brand: 'black', accent: '#000000', name: 'Noir Hotel Radio' },
] as const;
export type Brand = (typeof BRANDS)[number];

export const MESSAGE = {
  text: 'Soup of the day: roast tomato and basil, with our own sourdough',
  shown: 'always',
  from: null,
  until: null,
};

const TRACKS = '/stream/demo/tracks';

/** Puts a member's station with the brand's colour and logo on air, and signs the member in. */
export async function openBrand(
  page: Page,
  stationhouse: Stationhouse,
  { brand, accent, name }: Record<keyof Brand, string>,
): Promise<void> {
  const member = await addMember(stationhouse, {
    email: `${brand}@example.com`,
    last_name: 'Brandt',
  });
  await stationhouse.query(
    `update profiles set setup_form_submitted = true, setup_form_submitted_at = now()
     where user_id = (select id from users where email = $1)`,
    [member.email],
  );
  await stationhouse.query(
    `insert into radio_stations (id, user_id, status, station_slug, station_name, package_name,
       package_price, purchased_at, stream_url, accent_colour, station_logo_url, zone, wall_message,
       current_track_data, previous_track_data, next_track_data)
     select gen_random_uuid(), id, 'active', $2, $3, 'Professional', 29900, now(), '/stream/demo',
       $4, $5, 'Europe/Berlin', $6, $7, $8, $9
     from users where email = $1`,
    [
      member.email,
      brand,
      name,
      accent,
      `${SITE}/logo-of-${brand}.svg`,
      JSON.stringify(MESSAGE),
      `${TRACKS}/current`,
      `${TRACKS}/previous`,
      `${TRACKS}/next`,
    ],
  );
  const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
    <rect width="96" height="96" fill="#fff"/><circle cx="48" cy="48" r="40" fill="${accent}"/></svg>`;
  await page
    .context()
    .route(`**/logo-of-${brand}.svg`, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body }),
    );
  await signIn(page, member);
}

/** A page of another site with every preset of the embedded player. */
export const presetsPage = ({ brand }: Brand, attributes = ''): string => {
  const player = (width: number, height: number, more = '') =>
    `<station-player station="${brand}" ${attributes} ${more}
       style="display: block; width: ${width}px; max-width: 100%; height: ${height}px"></station-player>`;
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Presets</title>
    <script async src="${SITE}/sdk/player.js"></script>
    <style>body { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; justify-items: start; padding: 16px; margin: 0; background: #fff }
      @media (prefers-color-scheme: dark) { body { background: #1d1d1f } }</style>
    <main style="display: contents"><h1 style="position: absolute; clip-path: inset(50%)">Presets</h1>
    ${player(300, 450)}${player(640, 120)}${player(360, 100)}${player(220, 100, 'song="false" logo="false"')}</main>`;
};
