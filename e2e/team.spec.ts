import type { Page } from '@playwright/test';
import { newcomer, PASSWORD } from './admin-area.ts';
import { expectGoodView, VIEWS } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { sendSetup, signUpAndBuy, startFresh, STATION_NAME } from './first-customer.ts';
import { linkFrom, readMail } from './mailbox.ts';
import { button, field, SITE } from './wizard.ts';

test.describe.configure({ timeout: 400_000 });

const TEXT = 'Fresh bread at the counter.';

/** Creates an account on the page that an invitation leads to. Its address is filled in. */
async function signUpInvited(page: Page, email: string): Promise<void> {
  await expect(field(page, 'Email')).toHaveValue(email);
  await field(page, 'First name').fill('Mary');
  await field(page, 'Last name').fill('Jackson');
  await field(page, 'Password').fill(PASSWORD);
  await page.getByRole('combobox', { name: 'Country', exact: true }).fill('United Kingdom');
  await page.getByRole('option', { name: 'United Kingdom', exact: true }).click();
  await field(page, 'Phone number').fill('020 7946 0001');
  await button(page, 'Create account').click();
}

/** Looks at a page at every width, light and dark. */
async function expectGoodViews(page: Page): Promise<void> {
  for (const view of VIEWS) await expectGoodView(page, view);
}

test('on a fresh installation an owner invites a person, who signs up through the mail, announces something, and is removed while signed in', async () => {
  const { browser, end } = await startFresh();
  try {
    const owner = await newcomer(browser);
    await signUpAndBuy(owner, 'grace@morgenrot.example', 'Professional');
    await owner
      .getByRole('link', { name: 'Setup your Radio Station Now to start using it!' })
      .click();
    await sendSetup(owner);
    await owner.goto(`${SITE}/members`);
    await expect(owner.getByText('Live', { exact: true }).first()).toBeVisible({
      timeout: 150_000,
    });

    await owner.goto(`${SITE}/members/account`);
    await owner.getByRole('link', { name: 'Open your team' }).click();
    await expect(owner.getByText('You work alone so far')).toBeVisible();
    await field(owner, 'Email').fill('grace@morgenrot.example');
    await button(owner, 'Send invitation').click();
    await expect(owner.getByText('You own this business')).toBeVisible();
    const email = 'mary@morgenrot.example';
    await field(owner, 'Email').fill(email);
    await button(owner, 'Send invitation').click();
    await expect(owner.getByRole('heading', { name: 'Invitations' })).toBeVisible();
    await expectGoodViews(owner);

    const staff = await newcomer(browser);
    await staff.goto(await linkFrom(staff, { to: email, subject: 'Join the team' }));
    await expect(staff).toHaveURL(`${SITE}/members/invitation`);
    await expect(staff.getByText(`Join the team of ${STATION_NAME}`)).toBeVisible();
    await expectGoodViews(staff);
    await staff.getByRole('link', { name: 'Create an account' }).click();
    await signUpInvited(staff, email);
    await button(staff, 'Join the team').click();
    await expect(staff.getByRole('heading', { level: 1, name: STATION_NAME })).toBeVisible();
    await expect(staff.getByRole('navigation', { name: 'Your station' })).toHaveCount(0);

    await field(staff, 'Text').fill(TEXT);
    await expectGoodViews(staff);
    await button(staff, 'Put it on air').click();
    await expect(staff.getByRole('listitem', { name: TEXT })).toContainText('Planned');
    await button(staff, 'Plan a pause').click();
    await button(staff, 'Close for this time').click();
    await expect(staff.getByText('No pause is planned.')).toHaveCount(0);

    await owner.reload();
    await button(owner, 'Change the role of Mary Jackson').click();
    const change = owner.getByRole('dialog', { name: 'Role of Mary Jackson' });
    await change.getByRole('combobox', { name: 'Role' }).selectOption('manager');
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(owner.getByText('Role changed')).toBeVisible();
    await staff.reload();
    // The frame that is shown before the script has every page in its navigation.
    await expect(staff.getByText('Manager', { exact: true })).toBeVisible();
    const places = staff.getByRole('navigation', { name: 'Your station' });
    await expect(places.getByRole('link', { name: 'Sound' })).toBeVisible();
    await expect(places.getByRole('link', { name: 'Billing' })).toHaveCount(0);
    await staff.goto(`${SITE}/members/billing`);
    await expect(staff).toHaveURL(`${SITE}/members`);

    await owner.getByRole('button', { name: 'Remove Mary Jackson' }).click();
    await button(owner, 'Remove from the team').click();
    await expect(owner.getByText('You work alone so far')).toBeVisible();

    await places.getByRole('link', { name: 'Sound' }).click();
    await expect(
      staff.getByText(`You no longer belong to the team of ${STATION_NAME}`),
    ).toBeVisible();
    await expect(staff.getByText('You have no station yet')).toBeVisible();
    await expectGoodViews(staff);
    await readMail(staff, { to: email, subject: 'You no longer belong to the team' });
  } finally {
    await end();
  }
});
