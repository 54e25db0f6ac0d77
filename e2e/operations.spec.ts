import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import { MAIL_ATTEMPTS, MAX_ATTEMPTS } from '../platform-api/src/jobs/job.ts';
import { addMember, dialog, giveStation, newcomer, openAdmin, signIn } from './admin-area.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { button, field, SITE } from './wizard.ts';

test.describe.configure({ timeout: 120_000 });

const { title: MAINTENANCE, detail: SENTENCE } = ERRORS.maintenance;

test('an admin runs again what failed, and members see maintenance until it ends', async ({
  browser,
  stationhouse,
}) => {
  const ada = await addMember(stationhouse, { email: 'patient@example.com', last_name: 'Patient' });
  await giveStation(stationhouse, ada.email, {
    station_slug: 'patient',
    station_name: 'Patient Radio',
    status: 'active',
    stream_url: '/stream/demo',
  });
  const mail = JSON.stringify({ message: 'password-changed', to: ada.email });
  for (const [task, payload, attempts] of [
    ['look_after_members', '{}', MAX_ATTEMPTS],
    ['send_mail', mail, MAIL_ATTEMPTS],
  ]) {
    await stationhouse.query(
      `select graphile_worker.add_job($1, $2::json, run_at := now() + interval '1 hour', max_attempts := $3)`,
      [task, payload, attempts],
    );
  }
  await stationhouse.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'It did not answer'
     where run_at > now() + interval '50 minutes' and attempts = 0 and key is null`,
  );

  const page = await openAdmin(browser);
  await page.getByRole('link', { name: 'Operations' }).click();
  await expect(page.getByText('It did not answer · 14 attempts')).toBeVisible();
  await expect(page.getByText('Given up', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Run again look_after_members/ }).click();
  await expect(page.getByText('The job runs again now')).toBeVisible();
  await expect(page.getByText('No job has failed.')).toBeVisible();
  await button(page, `Send again ${ada.email}`).click();
  await expect(page.getByText('Every email was sent.')).toBeVisible();

  await button(page, 'Begin maintenance').click();
  await dialog(page, 'Begin maintenance?').getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByText('Refused', { exact: true })).toBeVisible();

  const member = await newcomer(browser);
  await signIn(member, ada);
  const notice = member.getByRole('status').filter({ hasText: SENTENCE });
  await expect(notice).toContainText(MAINTENANCE);
  await expectAccessible(member);
  await field(member, 'Your message').fill('Can you hear me?');
  await button(member, 'Send').click();
  await expect(member.getByText(SENTENCE)).toHaveCount(2);
  await expect(field(member, 'Your message')).toHaveValue('Can you hear me?');
  const listener = await newcomer(browser);
  await listener.goto(`${SITE}/patient`);
  await expect(button(listener, 'Play')).toBeVisible();
  await expect(listener.getByText(MAINTENANCE)).toHaveCount(0);

  await button(page, 'End maintenance').click();
  await dialog(page, 'End maintenance?').getByRole('button', { name: 'End' }).click();
  await expect(page.getByText('Accepted', { exact: true })).toBeVisible();
  await member.reload();
  await expect(field(member, 'Your message')).toBeVisible();
  await expect(notice).toHaveCount(0);
  for (const one of [page, member, listener]) await one.context().close();
});
