import { readFile } from 'node:fs/promises';
import {
  addAdmin,
  addMember,
  choose,
  dialog,
  fillInDeletion,
  openAdmin,
  search,
  signIn,
} from './admin-area.ts';
import { walkFromOrderToDeletion } from './admin-journey.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { OPERATOR } from './stationhouse.ts';
import { button, field, SITE } from './wizard.ts';

/** The steps from a paid order to a deleted customer take long on a busy machine. */
test.describe.configure({ timeout: 240_000 });

test('admins put a paid order on air, undo a change, and delete the customer without a trace', async ({
  page,
  browser,
  stationhouse,
}) => {
  await walkFromOrderToDeletion(page, browser, stationhouse);
});

test('a member who opens the admin area gets a message and the home page', async ({
  page,
  stationhouse,
}) => {
  const member = { email: 'no-admin@example.com', last_name: 'Curious' };
  await signIn(page, await addMember(stationhouse, member));
  await page.goto(`${SITE}/admin`);
  await expect(page).toHaveURL(`${SITE}/`);
  const told = page.getByRole('region', { name: 'Notifications' });
  await expect(told).toContainText('Access Denied');
  await expect(told).toContainText("You don't have permission to access this page.");
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Access Denied');
  await expectAccessible(page);
});

test('the export is a CSV file in which no cell is a formula', async ({
  browser,
  stationhouse,
}) => {
  await addMember(stationhouse, { email: 'sheet@example.com', last_name: '=1+1' });
  const admin = await openAdmin(browser);
  const download = admin.waitForEvent('download');
  await button(admin, 'Export CSV').click();
  await field(admin, 'Your own password').fill(OPERATOR.password);
  await button(admin, 'Continue').click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^customers-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...rows] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(head).toContain('user_id,role,first_name,last_name,email');
  expect(rows.filter((row) => row.includes('sheet@example.com'))).toEqual([
    expect.stringContaining(`Alan,'=1+1,`),
  ]);
  expect(rows.join()).toContain(OPERATOR.email);
  await admin.context().close();
});

test('two admins who delete a customer at once both see the success message', async ({
  browser,
  stationhouse,
}) => {
  const leaving = await addMember(stationhouse, { email: 'twice@example.com', last_name: 'Twice' });
  const colleague = await addAdmin(stationhouse, {
    email: 'third-admin@example.com',
    last_name: 'Third',
  });
  const admins = [
    { who: OPERATOR, page: await openAdmin(browser) },
    { who: colleague, page: await openAdmin(browser, colleague) },
  ];
  for (const { page, who } of admins) {
    await search(page, leaving.email);
    await choose(page, 'Alan Twice', 'Delete');
    await fillInDeletion(page, { email: leaving.email, password: who.password });
  }
  await Promise.all(
    admins.map(async ({ page }) => {
      await button(page, 'Delete customer').click();
      // Both at the same time, since the message disappears automatically.
      await expect(page.getByText('User Deleted')).toBeVisible();
      await expect(dialog(page, 'Delete this customer?')).toBeHidden();
      await expect(page.getByText('No customers match')).toBeVisible();
    }),
  );
  for (const { page } of admins) await page.context().close();
});

test('a demoted admin is redirected out of the admin area', async ({ browser, stationhouse }) => {
  const colleague = await addAdmin(stationhouse, {
    email: 'retiring@example.com',
    last_name: 'Retiring',
  });
  const page = await openAdmin(browser, colleague);
  await search(page, colleague.email);
  await choose(page, 'Alan Retiring', 'Remove admin');
  const question = dialog(page, 'Stop being an admin?');
  await question.getByRole('textbox', { name: 'Your own password' }).fill(colleague.password);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Remove admin' }).click();
  await expect(page).toHaveURL(`${SITE}/members`);
  await expect(page.getByText('You are no longer an admin')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toBeHidden();
  await page.context().close();
});
