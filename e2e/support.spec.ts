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
import { asUser } from './as-user.ts';
import { expect, test } from './fixtures.ts';
import { OPERATOR } from './stationhouse.ts';
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
  await expect(button(page, 'Sign Out')).toHaveCount(0);
  await expectAccessible(page);

  await field(page, 'Your message').fill('Can I write as the customer?');
  await button(page, 'Send').click();
  await expect(page.getByText('Nothing can be changed in this view')).toBeVisible();

  await page.goto(`${SITE}/members/account`);
  await expect(bar).toBeVisible();
  await expect(page.getByText('Only the customer sees the rest')).toBeVisible();
  await expect(page.getByText('API keys', { exact: true })).toHaveCount(0);

  await page.goto(`${SITE}/admin`);
  await expect(page.getByRole('heading', { name: 'You are viewing as a customer' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('seen@example.com');
  await expectAccessible(page);

  await button(page, 'End view and return to the admin area').click();
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

test('an admin revokes an API key of a customer that others may know, and it ends at once', async ({
  browser,
  stationhouse,
}) => {
  const { port } = stationhouse;
  const ada = await addMember(stationhouse, { email: 'leaked@example.com', last_name: 'Leaked' });
  const send = await asUser(stationhouse, ada);
  const { step_up_token } = await send<{ step_up_token: string }>('POST', '/v1/auth/step-up', {
    password: ada.password,
  });
  const { key } = await send<{ key: string }>(
    'POST',
    '/v1/me/api-keys',
    { name: 'Shop window', scopes: ['read'] },
    { 'Step-Up': step_up_token },
  );
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/v1/me`, { headers: { Authorization: `Bearer ${key}` } });
  expect((await ask()).status).toBe(200);
  const page = await openAdmin(browser);
  await search(page, ada.email);
  await choose(page, 'Alan Leaked', 'API keys');
  const keys = dialog(page, 'API keys');
  await expect(keys).toContainText(key.slice(0, 10));
  await expectAccessible(page);
  await button(page, 'Revoke Shop window').click();
  await dialog(page, 'Revoke “Shop window”?').getByRole('button', { name: 'Revoke key' }).click();
  await expect(keys.getByText('This customer has none.')).toBeVisible();
  expect((await ask()).status).toBe(401);
  await page.keyboard.press('Escape');
  await choose(page, 'Alan Leaked', 'History');
  await expect(dialog(page, 'History')).toContainText('You revoked the API key shk_');
  await page.context().close();
});

test('an admin moves the stations of one host to another one, after a preview', async ({
  browser,
  stationhouse,
}) => {
  for (const name of ['first', 'second']) {
    const email = `${name}-moved@example.com`;
    await addMember(stationhouse, { email, last_name: 'Moved' });
    await giveStation(stationhouse, email, {
      station_slug: `${name}-moved`,
      station_name: `Moved ${name}`,
      stream_url: `https://stream1.example.com:8443/${name}.mp3`,
    });
  }
  const page = await openAdmin(browser);
  await button(page, 'Change host').click();
  const host = dialog(page, 'Change a stream host');
  await field(page, 'Old host').fill('stream1.example.com');
  await field(page, 'New host').fill('https://wrong');
  await button(page, 'Preview').click();
  await expect(host.getByText('Please enter a host name')).toBeVisible();
  await field(page, 'New host').fill('93.184.215.14');
  await button(page, 'Preview').click();
  await expect(host.getByText('2 stations would change')).toBeVisible();
  await expect(host.getByRole('listitem')).toHaveCount(2);
  await expect(host).toContainText('https://93.184.215.14:8443/second.mp3');
  await expectAccessible(page);
  await button(page, 'Change 2 stations').click();
  await dialog(page, 'Change 2 stations?').getByRole('button', { name: 'Change host' }).click();
  await field(page, 'Your own password').fill(OPERATOR.password);
  await button(page, 'Continue').click();
  await expect(page.getByText('Host changed')).toBeVisible();
  await page.goto(`${SITE}/admin/history`);
  await expect(
    page.getByText('moved 2 stations from stream1.example.com to 93.184.215.14'),
  ).toBeVisible();
  await page.context().close();
});

test('an admin sees what is kept about an address, and erases it with its account', async ({
  browser,
  stationhouse,
}) => {
  const eve = await addMember(stationhouse, { email: 'eve@example.com', last_name: 'Erased' });
  const page = await openAdmin(browser);
  await button(page, 'Personal data').click();
  const data = dialog(page, 'Personal data');
  await field(page, 'Email').fill(' Eve@Example.com');
  await page.keyboard.press('Enter');
  await expect(data.getByText('Kept about eve@example.com')).toBeVisible();
  await expect(data.getByRole('listitem').first()).toContainText('Account and profile');
  await expectAccessible(page);
  await button(page, 'Erase').click();
  await dialog(page, 'Erase this address?').getByRole('button', { name: 'Erase address' }).click();
  await field(page, 'Your own password').fill(OPERATOR.password);
  await button(page, 'Continue').click();
  await expect(page.getByText('Address erased')).toBeVisible();
  await expect(async () => {
    await page.goto(`${SITE}/admin/stations`);
    await button(page, 'Personal data').click();
    await field(page, 'Email').fill(eve.email);
    await button(page, 'Find').click();
    await expect(data.getByText('Nothing is kept about this address')).toBeVisible();
  }).toPass({ timeout: 30_000 });
  await page.context().close();
});

test('support works with customers, and sees neither money nor the music', async ({
  browser,
  stationhouse,
}) => {
  const helper = await addMember(stationhouse, { email: 'help@example.com', last_name: 'Help' });
  const guest = await addMember(stationhouse, { email: 'guest@example.com', last_name: 'Guest' });
  const admin = await openAdmin(browser);
  await search(admin, helper.email);
  await choose(admin, 'Alan Help', 'Make support');
  await field(admin, 'Your own password').fill(OPERATOR.password);
  await dialog(admin, /support role/)
    .getByRole('button', { name: 'Make support' })
    .click();
  await expect(admin.getByText('Alan Help is support now.')).toBeVisible();
  await admin.context().close();

  const page = await openAdmin(browser, helper);
  await expect(page.getByRole('heading', { name: 'All Customers' })).toBeVisible();
  await expect(page.getByText('Total revenue')).toHaveCount(0);
  const area = page.getByRole('navigation', { name: 'Admin area' });
  await expect(area.getByRole('link')).toHaveText([
    'Today',
    'Stations',
    'Listening',
    /^Messages/,
    'History',
  ]);
  await expect(button(page, 'Export CSV')).toHaveCount(0);
  await expectAccessible(page);
  // Support may not open accounts that protect what support may not do.
  await search(page, helper.email);
  await expect(page.getByRole('cell', { name: 'Alan Help' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Alan Help' })).toHaveCount(0);
  await expect(button(page, 'Actions for Alan Help')).toHaveCount(0);
  await search(page, guest.email);
  await button(page, 'Actions for Alan Guest').click();
  await expect(page.getByRole('menuitem', { name: 'View as customer' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
  await page.goto(`${SITE}/admin/library`);
  await expect(page).toHaveURL(`${SITE}/`);
  await page.context().close();
});
