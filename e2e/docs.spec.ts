import { expectAccessible } from './accessible.ts';
import { addMember } from './admin-area.ts';
import { asUser } from './as-user.ts';
import { expect, test } from './fixtures.ts';

const SITE = 'http://localhost:8000';

test('the API reference has the site’s header, fonts and colours, and no complaint', async ({
  page,
  complaints,
}) => {
  await page.goto(`${SITE}/docs`);
  const title = page.getByRole('heading', { name: 'Stationhouse API' });
  await expect(title).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Stationhouse' })).toBeVisible();
  await expect(title).toHaveCSS('font-family', /^"Bricolage Grotesque"/);
  expect(await page.evaluate(() => document.fonts.check('700 20px "Bricolage Grotesque"'))).toBe(
    true,
  );
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(251, 248, 243)');
  await page.getByRole('link', { name: 'Errors', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Errors of the Stationhouse API',
  );
  await page.getByRole('banner').getByRole('link', { name: 'Stationhouse' }).click();
  await expect(page).toHaveURL(`${SITE}/`);
  expect(complaints).toEqual([]);
});

test('a developer finds a call, copies it in Python with their test key, and sends it', async ({
  page,
  context,
  stationhouse,
  complaints,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { email, password } = await addMember(stationhouse, {
    email: 'developer@example.com',
    last_name: 'Dee',
  });
  const send = await asUser(stationhouse, { email, password });
  const proof = await send<{ step_up_token: string }>('POST', '/v1/auth/step-up', { password });
  const { key } = await send<{ key: string }>(
    'POST',
    '/v1/me/api-keys',
    { name: 'Till', scopes: ['read'], is_test: true },
    { 'Step-Up': proof.step_up_token },
  );

  // An address of the former reference leads to the call's page.
  await page.goto(`${SITE}/docs#/Announcements/listAnnouncements`);
  await expect(page).toHaveURL(`${SITE}/docs/api/announcements#listAnnouncements`);
  await page.getByRole('searchbox', { name: 'Search the calls' }).fill('my station');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Get your station', exact: true }).click();
  const call = page.locator('#getMyStation');
  await expect(call).toBeInViewport();
  await page.getByRole('radio', { name: 'Python' }).check();
  await expect(call.getByText('requests.get(')).toBeVisible();
  await expect(call.getByText('curl -', { exact: false })).toBeHidden();
  await expect(call.getByRole('button', { name: 'Send with my test key' })).toBeHidden();
  await page.getByRole('textbox', { name: 'Your test key' }).fill(key);
  await call.getByRole('button', { name: 'Copy' }).first().click();
  await expect(call.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`Bearer ${key}`);
  await call.getByRole('button', { name: 'Send with my test key' }).click();
  await expect(call.getByText('The answer to you: 200')).toBeVisible();
  // The language and the key stay on the next page.
  await page.getByRole('link', { name: 'Billing', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Python' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Your test key' })).toHaveValue(key);
  expect(complaints).toEqual([]);
});

for (const path of [
  '',
  '/api/stations',
  '/search?q=x',
  '/guide',
  '/embedding',
  '/client',
  '/changelog',
  '/versions',
  '/webhooks',
]) {
  test(`the page /docs${path} is accessible, fits a phone, and has no complaint`, async ({
    page,
    complaints,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`${SITE}/docs${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(complaints).toEqual([]);
  });
}
