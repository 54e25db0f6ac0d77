import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { addMember, signIn } from './admin-area.ts';
import type { Stationhouse } from './stationhouse.ts';
import { SITE } from './wizard.ts';

const square = (inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="512" height="512">${inside}</svg>`;

/** Five brands that are hard to draw: a round logo, a pale one, a wide neon one, a transparent black one, and none. */
export const BRANDS = [
  {
    brand: 'round',
    accent: '#7a2e1d',
    name: 'Kaffeehaus Morgenrot',
    logo: square(`<circle cx="48" cy="48" r="48" fill="#7a2e1d"/>
      <path d="M16 60a32 32 0 0 1 64 0z" fill="#f6e7d2"/><path d="M12 66h72v5H12zM24 76h48v5H24z" fill="#e0a458"/>`),
  },
  {
    brand: 'pale',
    accent: '#f7e7b0',
    name: 'Maison Beurre Radio',
    logo: square(`<rect width="96" height="96" fill="#fff"/><circle cx="48" cy="48" r="40" fill="#f7e7b0"/>
      <path d="M30 58c0-20 36-20 36 0z" fill="#d9b85f"/>`),
  },
  {
    brand: 'neon',
    accent: '#39ff14',
    name: 'Voltage Gym Radio',
    logo: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 300" width="800" height="300">
      <path d="M104 22 30 170h58l-26 108 112-156h-62l40-100z" fill="#39ff14"/>
      <text x="196" y="196" font-family="Liberation Sans, DejaVu Sans, Arial, sans-serif" font-weight="700"
        font-size="128" textLength="580" lengthAdjust="spacingAndGlyphs" fill="#39ff14">VOLTAGE</text></svg>`,
  },
  {
    brand: 'black',
    accent: '#000000',
    name: 'Noir Hotel Radio',
    logo: square(`<path d="M16 84V12h14l36 46V12h14v72H66L30 38v46z"/>`),
  },
  { brand: 'plain', accent: '#1f6f8b', name: 'Turner & Daughters', logo: null },
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
  { brand, accent, name, logo }: Record<'brand' | 'accent' | 'name', string> & Pick<Brand, 'logo'>,
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
       package_price, purchased_at, stream_url, accent_colour, zone, wall_message,
       current_track_data, previous_track_data, next_track_data)
     select gen_random_uuid(), id, 'active', $2, $3, 'Professional', 29900, now(), '/stream/demo',
       $4, 'Europe/Berlin', $5, $6, $7, $8
     from users where email = $1`,
    [
      member.email,
      brand,
      name,
      accent,
      JSON.stringify(MESSAGE),
      `${TRACKS}/current`,
      `${TRACKS}/previous`,
      `${TRACKS}/next`,
    ],
  );
  if (logo !== null) await uploadLogo(stationhouse, member, logo);
  await signIn(page, member);
}

/** Uploads a drawing as a member's logo. */
export async function uploadLogo(
  { port }: Stationhouse,
  member: { email: string; password: string },
  drawing: string,
): Promise<void> {
  const at = `http://127.0.0.1:${port}/v1`;
  const signedIn = await fetch(`${at}/auth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', ...member }),
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const form = new FormData();
  form.append('kind', 'logo');
  const png = await sharp(Buffer.from(drawing)).png().toBuffer();
  form.append('file', new Blob([png], { type: 'image/png' }), 'logo.png');
  const answer = await fetch(`${at}/me/assets`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${access_token}` },
    body: form,
  });
  expect(answer.status, await answer.text()).toBe(201);
}

/** A page of another site with every preset of the embedded player. */
export const presetsPage = ({ brand }: Brand, attributes = ''): string => {
  const player = (width: number, height: number, more = '') =>
    `<station-player station="${brand}" ${attributes} ${more}
       style="display: block; width: ${width}px; max-width: 100%; height: ${height}px"></station-player>`;
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Presets</title>
    <script async src="${SITE}/sdk/player.js"></script>
    <style>body { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; justify-items: start; padding: 16px; margin: 0; background: #fff; font: 16px/1.5 sans-serif }
      @media (prefers-color-scheme: dark) { body { background: #1d1d1f } }</style>
    <main style="display: contents"><h1 style="position: absolute; clip-path: inset(50%)">Presets</h1>
    ${player(300, 450)}${player(640, 120)}${player(360, 100)}${player(280, 100, 'song="false" logo="false"')}</main>`;
};
