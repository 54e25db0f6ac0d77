import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import { changeProfile, changeUser } from '../contract/accounts/calls.ts';
import { stepUp } from '../contract/accounts/sessions.ts';
import { openBillingPortal } from '../contract/billing/calls.ts';
import { sendContactMessage } from '../contract/contact/calls.ts';
import { sendMyMessage } from '../contract/messages/calls.ts';
import { deleteCustomer } from '../contract/admin/customer-acts.ts';
import { deleteAccount } from '../contract/accounts/deletion.ts';
import { changeSlug } from '../contract/stations/calls.ts';
import { audit } from '../src/audit/audit.ts';
import type { Services } from '../src/app.ts';
import { notifyAdmin } from '../src/messages/notify-admin.ts';
import { RadioStation } from '../src/stations/station.ts';
import { send } from './call.ts';
import { inviteTeamMember } from '../contract/team/calls.ts';
import { buildStation, madeApiKey, PASSWORD, type SignedInUser } from './factories.ts';
import { crashingPartners } from './crashing-partners.ts';
import { buildPlaylist, draftWith, putOnAir } from './on-air-stations.ts';
import { COMPANY, openShop, type Shop } from './purchases.ts';
import { paymentsAt } from './payments-stand-in.ts';
import { json, startApp, type TestApp } from './server.ts';
import { objectsOf, tracesOf } from './traces.ts';
import { buildMembership } from './team.ts';
import { upload } from './uploads.ts';
import { runTask, workOff } from './work-off.ts';

const PHONE = '+442079460123';
const NEW_EMAIL = 'ada@new.example.com';
const PERSON = { first_name: 'Adelheid', last_name: 'Byronova' };

/** A member who has used every feature. */
export interface DeletedUser {
  shop: Shop;
  app: TestApp;
  member: SignedInUser;
  /** Personal data that identifies them, beside their id. */
  names: string[];
}

/** A member with rows in every table that has rows of members, and with a file. */
export async function buildUserToDelete(
  database: { knex: Knex; url: string },
  given: Partial<Services> = {},
): Promise<DeletedUser> {
  const { knex } = database;
  const shop = await openShop(database, given);
  const { app, member } = shop;
  const token = member.access_token;
  await shop.buy();
  await knex('users')
    .where({ id: member.id })
    .update({ phone: PHONE, phone_confirmed_at: new Date(), email_confirmed_at: new Date() });
  await madeApiKey(app, member);
  const asked = [
    send(app, changeProfile, { token, body: PERSON }),
    send(app, changeSlug, { token, body: { station_slug: 'blue-cafe' } }),
    send(app, openBillingPortal, { token, body: {}, headers: { 'Idempotency-Key': 'the first' } }),
    send(app, changeUser, { token, body: { email: NEW_EMAIL, current_password: PASSWORD } }),
    send(app, sendMyMessage, { token, body: { body: `More jazz? ${PERSON.first_name}` } }),
    send(app, sendContactMessage, {
      body: { name: 'Ada', email: member.email, subject: 'A question', message: 'May I?' },
    }),
  ];
  for (const answer of await Promise.all(asked)) expect(answer.ok).toBe(true);
  await workOff(app, ['request_code']);
  // Not confirmed, so no call asks for a code.
  await knex('authenticators').insert({ user_id: member.id, secret: Buffer.alloc(48) });
  await knex('recovery_codes').insert({ user_id: member.id, code_hash: Buffer.alloc(32) });
  const script = `You are listening to ${PERSON.last_name} Radio.`;
  const spoken = { user_id: member.id, script, spoken_text: script };
  await knex('spoken_ids').insert({ ...spoken, id: uuidv7(), take_id: uuidv7() });
  const news = { user_id: member.id, kind: 'change' as const, what: 'setup' };
  await knex.transaction((trx) => notifyAdmin(trx, { ...news, lines: ['Voice: female'] }));
  await knex('webhook_endpoints').insert({
    id: uuidv7(),
    user_id: member.id,
    url: 'https://adelheid.example/hooks',
    events: ['station.slug_changed'],
    secret: Buffer.of(1),
  });
  await knex('webhook_events').insert({
    id: uuidv7(),
    user_id: member.id,
    type: 'webhook.test',
    data: { user_id: member.id },
  });
  await knex('webhook_streams').insert({ user_id: member.id, until: new Date() });
  const grace = { email: 'grace@example.com', role: 'staff' as const };
  expect((await send(app, inviteTeamMember, { token, body: grace })).status).toBe(201);
  await workOff(app, ['send_invitation']);
  const other = await buildStation(knex);
  await buildMembership(knex, { station: other, user: member, role: 'manager' });
  await knex('team_invitations').insert({
    id: uuidv7(),
    station_id: other.id,
    email: member.email,
    role: 'staff',
    link_id: uuidv7(),
    link_hash: Buffer.of(1),
    sent_at: new Date(),
    expires_at: new Date(),
  });
  // Only the previous release writes these.
  await knex('operator_notices').insert({ user_id: member.id, kind: 'change', object: 'setup' });
  const [station] = await shop.stations();
  await goOnAir(knex, String(station?.id));
  const change = { action: 'change_customer' as const, user_id: member.id };
  const wrong = { 'profile.email': 'ada@old.example.com' };
  const right = { 'profile.email': member.email };
  await audit(knex, { id: null, ip: null }, { ...change, before: wrong, after: right });
  expect((await upload(app, member)).status).toBe(201);
  const names = [
    member.email,
    NEW_EMAIL,
    wrong['profile.email'],
    PHONE,
    ...Object.values(PERSON),
    COMPANY.name,
    'the-counting-house',
    'blue-cafe',
    String(station?.id),
  ];
  return { shop, app, member, names };
}

/** Puts a station on air, with a warning from the watch that it keeps playing one song. */
async function goOnAir(db: Knex, station_id: string): Promise<void> {
  await db('radio_stations').where({ id: station_id }).update({ status: 'active' });
  const moment = new Date();
  const title = `${PERSON.first_name}’s song`;
  await db('station_watches').insert({ station_id, turn: station_id, due_at: moment, title });
  const trouble = { trouble: 'stuck', message: `It plays ${title}.`, since: moment, times: 1 };
  await db('station_troubles').insert({ station_id, ...trouble });
  await playFromHere(db, station_id);
  await beHeard(db, station_id);
  await playAtLocation(db, station_id);
  await proveAndReport(db, station_id);
  const domain = { domain: 'radio.adelheid.example', token: station_id };
  await db('station_domains').insert({ station_id, ...domain });
}

/** A location with a player, which was silent. */
async function playAtLocation(db: Knex, id: string) {
  const { user_id } = await RadioStation.read(db, id);
  const location_id = uuidv7();
  const [from, to] = [new Date(Date.UTC(2026, 10, 24, 9)), new Date()];
  const named = { name: `${PERSON.first_name}’s shop`, address: '12 High Street' };
  await db('locations').insert({ id: location_id, station_id: id, ...named });
  await db('location_hours').insert({ location_id, from_at: from, zone: 'Europe/London' });
  const player = { id: uuidv7(), station_id: id, location_id };
  await db('location_players').insert({ ...player, key_hash: Buffer.from(player.id) });
  const status = { status: 'offline' as const, began_at: from, ended_at: to };
  await db('player_statuses').insert({ location_id, player_id: player.id, ...status });
  const silence = { id: uuidv7(), location_id, since: from, status: status.status };
  await db('location_silences').insert(silence);
  await db('location_alerts').insert({ user_id, send_by: 'none' });
  await db('location_letters').insert({ station_id: id, month: '2026-11-01' });
}

/** A proof of play, and a report of what aired. */
async function proveAndReport(db: Knex, station_id: string) {
  const days = { from_day: '2026-11-23', to_day: '2026-11-24' };
  await db('play_proofs').insert({
    id: uuidv7(),
    station_id,
    spot_id: uuidv7(),
    spot_kind: 'announcement',
    spot_title: `${PERSON.first_name}’s happy hour`,
    number: 1,
    ...days,
    due: 1,
    aired: 1,
    jws: 'a.b.c',
    made_at: new Date(),
  });
  const report = { id: uuidv7(), kind: 'promises' as const, station_id, ...days };
  await db('air_reports').insert({ ...report, created_at: new Date() });
}

/** One listener for a minute. */
async function beHeard(db: Knex, station_id: string): Promise<void> {
  const hour = new Date(Date.UTC(2026, 10, 24, 9));
  const player = { player: 'page', country: 'GB' };
  const session = { session_id: uuidv7(), began_at: hour, total: 60 };
  await db('listening_sessions').insert({ station_id, hour, ...player, ...session });
  await db('listening_hours').insert({ station_id, hour, ...player, seconds: 60, sessions: 1 });
  await db('listening_letters').insert({ station_id, month: '2026-11-01', percent: 70 });
  await db('listening_peaks').insert({ station_id, hour, listeners: 1 });
  const now = { replica_id: uuidv7(), listeners: 1, seen_at: hour };
  await db('listening_now').insert({ station_id, ...now });
}

/** Publishes a schedule, with an insertion that was withdrawn and a kept day. */
async function playFromHere(db: Knex, station_id: string): Promise<void> {
  const station = await RadioStation.query(db).findById(station_id).throwIfNotFound();
  const playlist = await buildPlaylist(db, { tracks: 2 });
  await putOnAir(db, station, draftWith(playlist.id));
  await db('rated_tracks').insert({ station_id, track_id: playlist.track_ids[0] });
  const skip = { kind: 'skip', skipped_unit: 1, committed_at: new Date() };
  const insertion_id = uuidv7();
  await db('schedule_insertions').insert({ id: insertion_id, station_id, ...skip });
  const withdrawal = { insertion_id, station_id, withdrawn_at: new Date() };
  await db('schedule_withdrawals').insert(withdrawal);
  const { user_id } = station;
  const announcement_id = uuidv7();
  const said = { title: `${PERSON.first_name} says`, text: `${PERSON.first_name} says hello.` };
  await db('announcements').insert({ id: announcement_id, user_id, station_id, ...said });
  const airing = { id: uuidv7(), announcement_id, station_id, due_at: new Date() };
  await db('announcement_airings').insert({ ...airing, insertion_id });
  const answer = { revision: 1, changes: `${PERSON.first_name} wants more jazz.` };
  await db('station_approvals').insert({ station_id, ...answer, answered_at: new Date() });
  const pause = { until: '2026-12-28T09:00', message: `${PERSON.first_name} is away.` };
  const times = { starts_at: new Date(), ends_at: new Date(), changed_at: new Date() };
  await db('station_pauses').insert({ id: uuidv7(), station_id, ...pause, ...times });
  const day = { day: '2026-11-23', content: Buffer.from(''), hash: '', algorithm: 1 };
  await db('kept_days').insert({ station_id, ...day });
  const computed = { day: '2026-11-23', content: Buffer.from(''), inputs: '' };
  await db('computed_days').insert({ station_id, ...computed });
}

/**
 * Expects that only the user's id is left, in the list of deleted accounts and in the audit log.
 * @param requested_by the user who deleted the account
 */
export async function expectDeleted(
  { shop, member, names }: DeletedUser,
  { services: { db, storage } }: TestApp,
  requested_by = member.id,
): Promise<void> {
  const user_id = member.id;
  expect(await tracesOf(db, [user_id])).toEqual(['audit_log', 'departures']);
  expect(await tracesOf(db, names)).toEqual([]);
  expect(await db('departures').where({ user_id })).toEqual([
    {
      user_id,
      requested_by,
      email: null,
      customer_id: null,
      open_purchase_id: null,
      requested_at: expect.any(Date),
      done_at: expect.any(Date),
    },
  ]);
  const told = await db('audit_log').where({ user_id }).select('before', 'after');
  for (const line of told) expect(line).toEqual({ before: null, after: null });
  expect(await objectsOf(storage, user_id)).toEqual([]);
  expect(shop.standIn.acts.subscriptions().map(({ status }) => status)).toEqual(['canceled']);
  expect(await shop.openSessions()).toEqual([]);
}

/** The mails from any of these processes that confirm the deletion to the user. */
export const deletionMails = (apps: TestApp[], { email }: Pick<SignedInUser, 'email'>) =>
  apps
    .flatMap(({ sent }) => sent.mails)
    .filter(({ to, subject }) => to === email && subject.includes('deleted'));

/** The proof that the password was entered again. */
export async function stepUpToken(app: TestApp, { access_token }: SignedInUser): Promise<string> {
  const answer = await send(app, stepUp, { token: access_token, body: { password: PASSWORD } });
  return (await json<{ step_up_token: string }>(answer)).step_up_token;
}

/** Deletes the member's own account. */
export async function deleteOwnAccount(app: TestApp, member: SignedInUser): Promise<Response> {
  const headers = { 'Step-Up': await stepUpToken(app, member) };
  return send(app, deleteAccount, { token: member.access_token, headers });
}

/** Deletes a customer as an admin. */
export async function deleteBy(
  admin: SignedInUser,
  app: TestApp,
  user_id: string,
): Promise<Response> {
  const headers = { 'Step-Up': await stepUpToken(app, admin) };
  return send(app, deleteCustomer, { token: admin.access_token, headers, params: { user_id } });
}

/**
 * Starts a process that finishes a deletion and crashes at its nth request to a partner. The job stays in
 * the queue.
 */
export async function crashWhileFinishing(
  { app, standIn }: Pick<Shop, 'app' | 'standIn'>,
  user_id: string,
  { at, when }: { at: number; when: 'before' | 'after' },
): Promise<void> {
  const { storage, db, databaseUrl } = app.services;
  const payments = paymentsAt(standIn);
  const partners = crashingPartners({ payments, storage });
  const services = { payments, storage: partners.storage };
  const dying = await startApp({ knex: db, url: databaseUrl }, services);
  const died = partners.crashAt(at, when);
  // The job of a crashed process never ends, so nothing waits for it.
  const finished = runTask(dying, 'finish_departure', { user_id }).then(() => {
    throw new Error(`It was done before request ${at}`);
  });
  await Promise.race([died, finished]);
  await dying.close();
}
