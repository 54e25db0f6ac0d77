import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { Client, createClient as CreateClient } from '@stationhouse/sdk/client';
import { expect, test } from './fixtures.ts';
import type { Stationhouse } from './stationhouse.ts';

declare global {
  interface Window {
    client: Client;
    /** Session events in their order. */
    heard: string[];
  }
}

const PASSWORD = 'a long walk by the sea';

const person = (email: string) => ({
  email,
  password: PASSWORD,
  first_name: 'Ada',
  last_name: 'Byron',
  phone_number: '+44 20 7946 0000',
  country: 'United Kingdom',
});

/** Loads the SDK's client in a page of the product, and records every event of its session. */
async function openClient(page: Page): Promise<void> {
  await page.goto('http://localhost:8000/');
  await page.evaluate(async () => {
    // The built file, served from the page's own origin.
    const module = '/sdk/client.js';
    const { createClient } = (await import(module)) as { createClient: typeof CreateClient };
    window.client = createClient({ url: location.origin });
    window.heard = [];
    window.client.auth.onChange((event) => window.heard.push(event));
  });
  await expect.poll(() => heard(page)).toContain('INITIAL_SESSION');
}

const heard = (page: Page) => page.evaluate(() => window.heard);
const whoIsThere = (page: Page) =>
  page.evaluate(async () => (await window.client.auth.session())?.user.email ?? null);
const signUp = (page: Page, email: string) =>
  page.evaluate((body) => window.client.auth.signUp(body).then(() => undefined), person(email));

test('signing up signs in every tab, survives a reload, and signing out ends every tab’s session', async ({
  page,
  complaints,
}) => {
  await openClient(page);
  const other = await page.context().newPage();
  await openClient(other);
  expect(await whoIsThere(other)).toBeNull();

  await signUp(page, 'tabs@example.com');
  await expect.poll(() => heard(page)).toContain('SIGNED_IN');
  await expect.poll(() => heard(other)).toContain('SIGNED_IN');
  expect(await whoIsThere(other)).toBe('tabs@example.com');

  await openClient(page);
  expect(await whoIsThere(page)).toBe('tabs@example.com');

  await other.evaluate(() => window.client.auth.signOut());
  await expect.poll(() => heard(page)).toContain('SIGNED_OUT');
  expect(await whoIsThere(page)).toBeNull();
  await openClient(page);
  expect(await whoIsThere(page)).toBeNull();
  // Without a session the page's first request gets 401, which the browser reports in the console.
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
});

test('scripts cannot read the refresh token, and no token is stored', async ({ page }) => {
  await openClient(page);
  await signUp(page, 'cookie@example.com');
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ name: 'refresh_token', httpOnly: true, sameSite: 'Strict' });
  const readable = await page.evaluate(() =>
    JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, location.href]),
  );
  expect(readable).toBe(JSON.stringify(['', {}, {}, 'http://localhost:8000/']));
});

test('a station’s page cannot refresh or end a session', async ({ page }) => {
  await openClient(page);
  await signUp(page, 'csrf@example.com');
  const stranger = await page.context().newPage();
  await stranger.goto('http://demo.localhost:8000/');
  for (const [path, body] of [
    ['/v1/auth/token', '{"grant_type":"refresh_token"}'],
    ['/v1/auth/signout', '{}'],
  ] as const) {
    // A foreign page can send only no-cors requests with a simple content type without a preflight.
    await stranger.evaluate(
      ([url, text]) =>
        fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', body: text }).then(
          () => undefined,
          // Refused by the page's own policy, which is as good.
          () => undefined,
        ),
      [`http://localhost:8000${path}`, body] as const,
    );
  }
  await openClient(page);
  expect(await whoIsThere(page)).toBe('csrf@example.com');
});

test('the link in the mail signs in once', async ({ page, stationhouse }) => {
  await openClient(page);
  await signUp(page, 'link@example.com');
  await page.evaluate(() => window.client.auth.signOut());
  await page.evaluate(() => window.client.auth.sendCode({ email: 'link@example.com' }));

  const link = await linkFromMailbox(page, 'Your sign-in code for Stationhouse');
  expect(link).toContain('http://localhost:8000/#type=otp&token=');
  await openClient(page);
  const took = await page.evaluate(async (address) => {
    location.hash = new URL(address).hash;
    return window.client.auth.takeLink(location);
  }, link);
  expect(took).toMatchObject({ type: 'otp' });
  expect(await whoIsThere(page)).toBe('link@example.com');
  expect(new URL(page.url()).hash).toBe('');

  const again = await post(stationhouse, '/v1/auth/verify', {
    type: 'otp',
    token: new URLSearchParams(new URL(link).hash.slice(1)).get('token'),
  });
  expect(again.status).toBe(400);
});

/**
 * Opens the newest mail with this subject as a developer would, and returns the link in its text.
 */
async function linkFromMailbox(page: Page, subject: string): Promise<string> {
  await expect
    .poll(async () => {
      await page.goto('http://localhost:8000/dev/mailbox');
      return page.getByText(subject).count();
    })
    .toBeGreaterThan(0);
  await page.getByRole('link', { name: subject }).first().click();
  const text = await page.locator('pre').innerText();
  return /http:\S+/.exec(text)?.[0] ?? '';
}

test('the example prints the state of a station with an API key', async ({ stationhouse }) => {
  const signedUp = await post(stationhouse, '/v1/auth/signup', person('script@example.com'));
  const { access_token, user } = await signedUp.json();
  const Authorization = `Bearer ${access_token}`;
  const { password } = person('script@example.com');
  const proven = await post(stationhouse, '/v1/auth/step-up', { password }, { Authorization });
  const { step_up_token } = await proven.json();
  const made = await post(
    stationhouse,
    '/v1/me/api-keys',
    { name: 'Script', scopes: ['read'] },
    { Authorization, 'Step-Up': step_up_token },
  );
  const { key } = await made.json();
  expect(await runExample(stationhouse, key)).toContain('There is no station yet.');

  await stationhouse.query(
    `insert into radio_stations (id, user_id, status, station_slug, station_name)
     values (gen_random_uuid(), $1, 'active', 'script-cafe', 'Script Café')`,
    [user.id],
  );
  expect(await runExample(stationhouse, key)).toContain('Script Café is active.');
});

function post(
  { port }: Stationhouse,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

async function runExample({ port }: Stationhouse, key: string): Promise<string> {
  const script = fileURLToPath(new URL('../examples/api-key/station.mjs', import.meta.url));
  const env = {
    ...process.env,
    STATIONHOUSE_URL: `http://127.0.0.1:${port}`,
    STATIONHOUSE_KEY: key,
  };
  // It exits with 1 when there is no station.
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script], { env }).catch(
    (ended: { stdout: string; stderr: string }) => ended,
  );
  return stdout + stderr;
}
