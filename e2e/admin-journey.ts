import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import knex from 'knex';
import { startStreamServer } from '../platform-api/test/stream-servers.ts';
import { tracesOf } from '../platform-api/test/traces.ts';
import {
  addMember,
  choose,
  dialog,
  fillInDeletion,
  newcomer,
  openAdmin,
  search,
} from './admin-area.ts';
import { expectAccessible } from './accessible.ts';
import { expect } from './fixtures.ts';
import { giveEar, hear, SILENCE } from './hearing.ts';
import { choose as chooseFiles, mp3, setUp } from './member-journey.ts';
import { CARDS } from './payments.ts';
import { OPERATOR, type Stationhouse } from './stationhouse.ts';
import { serveTracks } from './track-source.ts';
import { button, buy, field, openPlace, SITE } from './wizard.ts';

const EMAIL = 'lantern-lane@example.com';
const NAME = 'Grace Quillfeather';
const STATION = 'Lantern Lane Radio';
const SLUG = 'lantern-lane';

/** Texts that identify the customer, beside their id. */
const TRACES = [EMAIL, 'Quillfeather', STATION, SLUG];

/** The participants, each in a browser of their own. */
interface Cast {
  member: Page;
  admin: Page;
  second: Page;
  secondEmail: string;
}

interface Sources {
  stream: string;
  track: string;
}

/**
 * The operator's whole journey with a customer: a paid order in the queue, the station on air while
 * its owner watches, a conflicting second admin, the history of both, and the deletion.
 */
export async function walkFromOrderToDeletion(
  member: Page,
  browser: Browser,
  stationhouse: Stationhouse,
): Promise<void> {
  const server = await startStreamServer();
  const tracks = await serveTracks(() => ({
    type: 'application/json',
    body: JSON.stringify({ title: 'Slack Water', artist: 'Northern Lights' }),
  }));
  try {
    const cast = await assemble(member, browser, stationhouse);
    await goLive(cast, { stream: server.url('good'), track: tracks.url });
    await expectOnAir(cast.member, browser);
    await editMeanwhile(cast);
    await undoInHistory(cast);
    await deleteCustomer(cast, stationhouse);
    for (const page of [cast.admin, cast.second]) await page.context().close();
  } finally {
    tracks.close();
    await server.close();
  }
}

/** A customer who has paid and submitted the setup, and two admins. */
async function assemble(member: Page, browser: Browser, stationhouse: Stationhouse): Promise<Cast> {
  // The queue starts with the longest wait, so customers of other tests are marked as submitted.
  await stationhouse.query(
    `update radio_stations set status = 'inactive' where status = 'setup_pending'`,
  );
  await buy(member, stationhouse, {
    packageName: 'Professional',
    email: EMAIL,
    lastName: 'Quillfeather',
    country: 'United Kingdom',
    card: CARDS.pays,
  });
  await setUp(member, STATION);
  await member.goto(`${SITE}/members/share/website`);
  await expect(member.getByText('Available when your station goes live')).toBeVisible();

  const colleague = await addMember(stationhouse, {
    email: 'second-admin@example.com',
    last_name: 'Turner',
  });
  const admin = await openAdmin(browser);
  await makeAdmin(admin, 'Alan Turner');
  return {
    member,
    admin,
    second: await openAdmin(browser, colleague),
    secondEmail: colleague.email,
  };
}

async function makeAdmin(admin: Page, name: string): Promise<void> {
  await search(admin, name);
  await choose(admin, name, 'Make admin');
  const question = dialog(admin, `Make ${name} an admin?`);
  await question.getByRole('textbox', { name: 'Your own password' }).fill(OPERATOR.password);
  await expectAccessible(admin);
  await question.getByRole('button', { name: 'Make admin' }).click();
  await expect(admin.getByText(`${name} is an admin now.`)).toBeVisible();
  await admin.goto(`${SITE}/admin/stations`);
}

/** From the queue to a station on air; the second admin has opened the same customer before. */
async function goLive({ admin, second }: Cast, sources: Sources): Promise<void> {
  await admin.goto(`${SITE}/admin`);
  const waiting = admin.getByRole('list', { name: 'By time left' }).getByRole('listitem');
  await expect(waiting).toHaveCount(1);
  await expect(waiting).toContainText(NAME);
  await expect(waiting).toContainText(/\d+ \w+ left/);
  await expectAccessible(admin);
  await waiting.getByRole('link').first().click();
  await expect(admin.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
  await expect(admin.getByText('Sent the setup form')).toBeVisible();
  await expectAccessible(admin);
  await button(admin, 'All details').click();

  const details = dialog(admin, 'Customer Details');
  await details.getByRole('button', { name: 'Play Good morning.mp3' }).click();
  await expect.poll(() => playedIn(admin), { timeout: 30_000 }).toBeGreaterThan(0);
  await expectAccessible(admin);
  await details.getByRole('button', { name: 'Edit', exact: true }).click();

  await second.goto(admin.url());
  await field(second, 'Setup notes').fill('Jazz before noon.');

  const edit = dialog(admin, 'Edit Customer Data');
  await field(admin, 'Station name').fill(STATION);
  await field(admin, 'Station URL').fill(SLUG);
  await field(admin, 'Stream URL').fill(sources.stream);
  await field(admin, 'Current track API URL').fill(sources.track);
  await chooseFiles(admin, edit.getByRole('button', { name: 'Choose files for radio IDs' }), [
    mp3('From the studio.mp3', 2),
  ]);
  await expect(edit.getByRole('button', { name: 'Play From the studio.mp3' })).toBeVisible();
  await edit.getByRole('combobox', { name: 'Status' }).selectOption('Active');
  await button(admin, 'Check before going live').click();
  await expect(edit.getByText('No problems found.')).toBeVisible({ timeout: 40_000 });
  await expect(edit.getByText('It plays: MP3 at 128 Kbps.')).toBeVisible();
  await expect(edit.getByText('Slack Water by Northern Lights')).toBeVisible();
  await expectAccessible(admin);
  await button(admin, 'Save changes').click();
  await expect(admin.getByText('User Updated')).toBeVisible();
  await expect(edit).toBeHidden();
}

/** The longest playing time of any audio element of a page, in seconds. */
const playedIn = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(...[...document.querySelectorAll('audio')].map((audio) => audio.currentTime)),
  );

/** The owner's pages, which were open all the time, and the station's page. */
async function expectOnAir(member: Page, browser: Browser): Promise<void> {
  await expect(member.getByText('Available when your station goes live')).toBeHidden({
    timeout: 30_000,
  });
  await openPlace(member, 'Home');
  await expect(member.getByRole('main').getByText('Live', { exact: true })).toBeVisible();
  await openPlace(member, 'Sound');
  await expect(member.getByRole('button', { name: 'Play From the studio.mp3' })).toBeVisible();

  const listener = await newcomer(browser);
  await giveEar(listener, { crossOrigin: true });
  await listener.goto(`${SITE}/${SLUG}`);
  await expect(listener.locator('.now .title')).toHaveText('Slack Water', { timeout: 30_000 });
  await listener.getByRole('button', { name: 'Play' }).click();
  await expect(listener.getByText('LIVE')).toBeVisible();
  await expect
    .poll(async () => (await hear(listener))?.loudness ?? 0, { timeout: 30_000 })
    .toBeGreaterThan(SILENCE);
  await listener.context().close();
}

/** An admin whose form is out of date is told so, and loses no input. */
async function editMeanwhile({ second }: Cast): Promise<void> {
  await button(second, 'Save changes').click();
  const told = second.getByRole('alert').filter({ hasText: 'Changed by someone else' });
  await expect(told).toContainText('Status');
  await expect(told).toContainText('Setup Pending');
  await expect(told).toContainText('Active');
  await expect(field(second, 'Setup notes')).toHaveValue('Jazz before noon.');
  await expect(field(second, 'Station URL')).toHaveValue(SLUG);
  await expectAccessible(second);
  await button(second, 'Save changes').click();
  await expect(second.getByText('User Updated')).toBeVisible();
}

/** Each entry names the admin and the change; one of them is undone. */
async function undoInHistory({ admin, secondEmail }: Cast): Promise<void> {
  await admin.goto(`${SITE}/admin/stations`);
  await search(admin, EMAIL);
  await choose(admin, NAME, 'History');
  const history = dialog(admin, 'History');
  const lines = history.getByRole('listitem');
  await expect(lines).toHaveCount(4);
  const [theirs, ours] = [lines.nth(0), lines.nth(1)];
  await expect(theirs).toContainText(`${secondEmail} changed the data`);
  await expect(theirs).toContainText('Jazz before noon.');
  await expect(ours).toContainText('You changed the data');
  await expect(ours).toContainText('Setup Pending');
  await expect(lines.nth(2)).toContainText('From the studio.mp3');
  // The operator builds by hand.
  await expect(lines.nth(3)).toContainText('No starter playlist is chosen');
  await expectAccessible(admin);

  await theirs.getByRole('button', { name: /^Undo/ }).click();
  const question = dialog(admin, 'Undo this change?');
  await expect(question).toContainText('Jazz before noon.');
  await expectAccessible(admin);
  await question.getByRole('button', { name: 'Undo change' }).click();
  await expect(admin.getByText('The change is undone.')).toBeVisible();
  await expect(lines).toHaveCount(5);
  await expect(lines.first()).toContainText('You changed the data');
  await expect(lines.first()).toContainText('Jazz before noon.');
}

/** Deletes the customer while their dashboard is open, and searches for anything left of them. */
async function deleteCustomer({ admin, member }: Cast, stationhouse: Stationhouse): Promise<void> {
  const db = knex({ client: 'pg', connection: await stationhouse.connection() });
  try {
    const { id } = await db('users').where({ email: EMAIL }).first('id');
    const { customer_id } = await db('billing_accounts').where({ user_id: id }).first();
    // Proves that the search below can find something.
    expect(await tracesOf(db, [id, ...TRACES])).toEqual(
      expect.arrayContaining(['assets', 'profiles', 'radio_stations', 'sessions', 'users']),
    );
    expect(await pathsOf(stationhouse, id)).not.toEqual([]);

    await admin.goto(`${SITE}/admin/stations`);
    await search(admin, EMAIL);
    await choose(admin, NAME, 'Delete');
    await fillInDeletion(admin, { email: EMAIL.toUpperCase(), password: OPERATOR.password });
    await expectAccessible(admin);
    await button(admin, 'Delete customer').click();
    await expect(admin.getByText('User Deleted')).toBeVisible();
    await expect(admin.getByText('No customers match')).toBeVisible();

    await expect(member).toHaveURL(/\/(auth|login)/, { timeout: 45_000 });
    expect((await member.goto(`${SITE}/${SLUG}`))?.status()).toBe(404);
    // A job does the rest, at least once and with a delay.
    await expect.poll(() => tracesOf(db, TRACES), { timeout: 30_000 }).toEqual([]);
    await expect
      .poll(() => tracesOf(db, [id]), { timeout: 30_000 })
      .toEqual(['audit_log', 'departures']);
    // A folder may be deleted while it is read, so the read is retried.
    await expect(async () => {
      expect(await pathsOf(stationhouse, id)).toEqual([]);
    }).toPass({ timeout: 30_000 });
    await expect
      .poll(() => subscriptionsOf(stationhouse, customer_id), { timeout: 30_000 })
      .toEqual([expect.objectContaining({ status: 'canceled' })]);
  } finally {
    await db.destroy();
  }
  await admin.goto(`${SITE}/admin/history`);
  const lines = admin.getByRole('main').getByRole('listitem');
  await expect(lines.first()).toContainText('You deleted a customer');
  await expect(lines.first()).not.toContainText(EMAIL);
  await expectAccessible(admin);
}

/** The files and folders that are stored under a user's id. */
async function pathsOf({ dataDir }: Stationhouse, id: string): Promise<string[]> {
  const paths = await readdir(join(dataDir, 'storage'), { recursive: true });
  return paths.filter((path) => path.includes(id));
}

/** The customer's subscriptions in the payments stand-in. */
async function subscriptionsOf({ dataDir }: Stationhouse, customer: string): Promise<object[]> {
  const { objects } = JSON.parse(await readFile(join(dataDir, 'payment-sandbox.json'), 'utf8')) as {
    objects: { subscription: { customer: string }[] };
  };
  return objects.subscription.filter((each) => each.customer === customer);
}
