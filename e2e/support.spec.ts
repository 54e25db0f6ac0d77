import {
  addMember,
  choose,
  dialog,
  giveStation,
  newcomer,
  openAdmin,
  search,
  signIn,
} from './admin-area.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { button, field, SITE } from './wizard.ts';

test.describe.configure({ timeout: 120_000 });

test('an admin sees the portal as a customer, can change nothing, and the customer sees that', async ({
  browser,
  stationhouse,
}) => {
  const ada = await addMember(stationhouse, { email: 'seen@example.com', last_name: 'Seen' });
  await giveStation(stationhouse, ada.email, {
    station_slug: 'seen',
    station_name: 'Seen Radio',
    status: 'active',
    stream_url: '/stream/demo',
  });
  const page = await openAdmin(browser);
  await search(page, ada.email);
  await choose(page, 'Alan Seen', 'View as customer');
  await dialog(page, 'View as customer?').getByRole('button', { name: 'View as customer' }).click();
  await expect(page).toHaveURL(`${SITE}/members`);
  const bar = page.getByRole('complementary', { name: 'Support view' });
  await expect(bar).toContainText('seen@example.com');
  await expect(page.getByText('Seen Radio').first()).toBeVisible();
  await expect(button(page, 'Sign out')).toHaveCount(0);
  await expectAccessible(page);

  await field(page, 'Your message').fill('Can I write as the customer?');
  await button(page, 'Send').click();
  await expect(page.getByText('Nothing can be changed in this view')).toBeVisible();

  await page.goto(`${SITE}/members/account`);
  await expect(bar).toBeVisible();
  await expect(page.getByText('Only the customer sees the rest')).toBeVisible();
  await expect(page.getByText('API keys', { exact: true })).toHaveCount(0);

  await button(page, 'End view').click();
  await expect(dialog(page, 'Customer Details')).toBeVisible();
  await expect(bar).toHaveCount(0);
  await button(page, 'History').click();
  await expect(dialog(page, 'History')).toContainText('You saw the portal as this customer');
  await page.context().close();

  const member = await newcomer(browser);
  await signIn(member, ada);
  await expect(field(member, 'Your message')).toBeVisible();
  await expect(member.getByText('Can I write as the customer?')).toHaveCount(0);
  await member.goto(`${SITE}/members/account`);
  await member.getByText('Where you are signed in').click();
  await expect(member.getByText('Our team looked at your account')).toBeVisible();
  await member.context().close();
});
