import type { Locator, Page } from '@playwright/test';
import { buildPng } from '../platform-api/test/pictures.ts';
import { addMember, giveStation } from './admin-area.ts';
import { expect, test } from './fixtures.ts';
import { tabTo } from './keys.ts';
import { button, field, SITE } from './wizard.ts';

test.describe.configure({ timeout: 180_000 });

async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

async function write(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.type(text);
}

test('a keyboard alone is enough from the setup form to the code of the player', async ({
  page,
  stationhouse,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const email = 'keyboard@example.com';
  const member = await addMember(stationhouse, { email, last_name: 'Keller' });
  await giveStation(stationhouse, email, {
    station_slug: 'keyboard',
    station_name: 'The Counting House',
  });

  await page.goto(`${SITE}/login`);
  await write(page, field(page, 'Email'), email);
  await write(page, field(page, 'Password'), member.password);
  // From then on its button sends.
  await expect(page.locator('main button[type=submit]')).toBeVisible();
  await page.keyboard.press('Enter');
  await press(
    page,
    page.getByRole('link', { name: 'Setup your Radio Station Now to start using it!' }),
  );
  await press(page, button(page, 'Open setup form'));

  const form = page.getByRole('dialog', { name: 'Set up your station' });
  await press(page, form.getByRole('checkbox', { name: /^Warm/ }), 'Space');
  await press(page, form.getByRole('button', { name: 'Split the day' }));
  const edge = form.getByRole('slider', { name: 'From calm to bright' });
  await press(page, edge, 'ArrowRight');
  await expect(edge).toHaveAttribute('aria-valuetext', '11:30');
  await press(page, form.getByRole('button', { name: 'Continue' }));

  await write(page, field(page, 'Station name'), 'Keyboard Café Radio');
  const chooser = page.waitForEvent('filechooser');
  await press(page, form.getByRole('button', { name: 'Choose logo' }));
  await (
    await chooser
  ).setFiles([
    {
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: await buildPng({ width: 300, height: 200 }),
    },
  ]);
  await expect(form.getByRole('img', { name: 'Your station’s logo' })).toBeVisible();
  await tabTo(page, form.getByRole('radio', { name: 'Male', exact: true }));
  await page.keyboard.press('ArrowDown');
  await expect(form.getByRole('radio', { name: 'Female' })).toBeChecked();
  await write(page, field(page, 'Script 1'), 'You are listening to the Keyboard Café.');
  await press(page, form.getByRole('button', { name: 'Continue' }));
  await press(page, form.getByRole('button', { name: 'Submit setup' }));
  await expect(page.getByText('Setup information submitted!')).toBeVisible();
  await expect(form).toBeHidden();

  await stationhouse.query(
    `update radio_stations set status = 'active', stream_url = '/stream/demo' where station_slug = $1`,
    ['keyboard'],
  );
  await press(page, page.getByRole('link', { name: 'Share & embed' }).first());
  await press(page, page.getByRole('link', { name: 'Website', exact: true }));
  await expect(page.getByRole('heading', { name: 'Your code' })).toBeVisible();
  await press(page, button(page, 'Bar'));
  await expect(button(page, 'Bar')).toHaveAttribute('aria-pressed', 'true');
  await press(page, page.getByRole('tabpanel').getByRole('button', { name: 'Copy' }));
  await expect(page.getByText('Copied!').first()).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('data-station="st_');
  expect(copied).toContain('width: 640px');
});
