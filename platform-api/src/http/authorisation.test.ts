import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { isOfAdminArea, type Call } from '../../contract/call.ts';
import type { TeamRole } from '../../contract/team/values.ts';
import { CALLS } from '../../contract/calls.ts';
import { startSupportView } from '../../contract/admin/customer-acts.ts';
import { ERRORS } from '../../contract/errors.ts';
import type { ApiKeyScope, UserRole } from '../../contract/accounts/values.ts';
import { pathOf, send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import {
  bearer,
  buildAsset,
  buildStation,
  confirmAddress,
  buildTrack,
  buildUser,
  madeApiKey,
  signedInUser,
  signInAgain,
  steppedUp,
  type SignedInUser,
} from '../../test/factories.ts';
import { buildPlaylist, draftWith, putOnAir } from '../../test/on-air-stations.ts';
import { startMailInbox } from '../../test/mail-inbox.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { actingFor, buildMembership } from '../../test/team.ts';
import { scriptId } from '../voices/spoken-rows.ts';

const database = testDatabase();

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * The expected access of every call, written by hand. A new call, or one whose access changes in the
 * contract, fails this test until it has been reviewed here. routes.test.ts proves that no other routes are
 * mounted.
 */
const TABLE = {
  anybody: [
    'beginPasskeySignIn',
    'beginPairing',
    'reportPlayer',
    'leaveLocation',
    'getProof',
    'createQuote',
    'checkPassword',
    'createToken',
    'getHealth',
    'isDomainAllowed',
    'getNowPlaying',
    'getOembed',
    'getReady',
    'getStation',
    'getStationEvents',
    'getStatus',
    'listPackages',
    'listPlayedTracks',
    'readTeamInvitation',
    'receiveStripeEvent',
    'recoverPassword',
    'resendCode',
    'resetPassword',
    'sendCode',
    'sendContactMessage',
    'signOut',
    'signUp',
    'speakName',
    'verifyCode',
  ],
  // A key may be limited to the part of the API that follows.
  'members and their keys: stations': [
    'addPause',
    'changePause',
    'answerApproval',
    'changeLook',
    'changeSlug',
    'changeWallMessage',
    'checkDomain',
    'endPause',
    'exportMyListening',
    'exportMyListeningSessions',
    'exportMyPlayLog',
    'getApproval',
    'getDomain',
    'getMyListeners',
    'getMyListening',
    'getMyListeningSummary',
    'getMyNowPlaying',
    'getMyPlayLog',
    'getMyPromises',
    'getMyProgramme',
    'getMyStation',
    'getMyStationEvents',
    'getSlugAvailability',
    'listMyListeningSessions',
    'listPauses',
    'listRatedTracks',
    'notifyOperator',
    'rateTrack',
    'removeDomain',
    'setDomain',
    'skipMyItem',
    'submitSetup',
    'unrateTrack',
  ],
  'members and their keys: assets': ['deleteAsset', 'listAssets', 'uploadAsset'],
  'members and their keys: messages': ['listMyMessages', 'readMyMessages', 'sendMyMessage'],
  'members and their keys: billing': [
    'changePurchaseOrder',
    'downloadInvoice',
    'getBilling',
    'getCheckout',
    'quotePackageChange',
    'startCheckout',
    'verifyCheckout',
  ],
  'members and their keys: account': ['changeProfile', 'getMe', 'getProfile', 'getUser'],
  'members and their keys: webhooks': [
    'changeMyWebhook',
    'createMyWebhook',
    'deleteMyWebhook',
    'listMyWebhookDeliveries',
    'listMyWebhooks',
    'listenToMyWebhooks',
    'resendMyWebhook',
    'rotateMyWebhookSecret',
    'testMyWebhook',
    'triggerMyWebhook',
  ],
  'members and their keys: announcements': [
    'createAnnouncement',
    'deleteAnnouncement',
    'getAnnouncement',
    'listAnnouncements',
    'listMyVoices',
    'listProofs',
    'listSpots',
    'makeProof',
    'pauseAnnouncement',
    'planAnnouncement',
    'recordAnnouncement',
    'resumeAnnouncement',
    'speakAnnouncement',
  ],
  'members and their keys: locations': [
    'listLocations',
    'getLocation',
    'addLocation',
    'changeLocation',
    'deleteLocation',
    'pairPlayer',
    'removePlayer',
    'setLocationAlerts',
  ],
  // Also calls that charge a member or end a subscription.
  members: [
    'cancelSubscription',
    'changePackage',
    'changeTeamMember',
    'changeUser',
    'deleteApiKey',
    'getSecondFactor',
    'endOtherSessions',
    'endSession',
    'inviteTeamMember',
    'joinTeam',
    'leaveTeam',
    'listApiKeys',
    'listMyTeams',
    'listSessions',
    'listTeam',
    'openBillingPortal',
    'removeTeamMember',
    'resendTeamInvitation',
    'resumeSubscription',
    'revokeTeamInvitation',
    'stepUp',
  ],
  'members with step-up': [
    'addPasskey',
    'beginPasskey',
    'beginSecondFactor',
    'confirmSecondFactor',
    'createApiKey',
    'deleteAccount',
    'exportAccount',
    'removePasskey',
    'removeSecondFactor',
    'renewRecoveryCodes',
  ],
  // Keys need the scope admin, which support cannot give.
  'support, admins and their keys': [
    'acceptRadioId',
    'changeCustomer',
    'checkStation',
    'getCustomer',
    'getStationPromises',
    'listAudit',
    'listCustomerMessages',
    'listCustomerTimeline',
    'listCustomers',
    'listListeningStations',
    'listSpokenIds',
    'listStationListeners',
    'listReports',
    'listSilentLocations',
    'listTroubles',
    'listVoices',
    'listWaitingCustomers',
    'readCustomerMessages',
    'recordRadioId',
    'sendCustomerMessage',
    'speakRadioId',
    'uploadCustomerAsset',
  ],
  'support and admins': ['endSupportView', 'listCustomerApiKeys', 'startSupportView'],
  admins: ['revokeCustomerApiKey'],
  'support and admins with step-up': ['removeCustomerSecondFactor', 'resetCustomerPassword'],
  'admins and their keys': [
    'addInsertion',
    'addPlaylistVersion',
    'changeCustomerPackage',
    'changeLibrarySettings',
    'changeLibraryTrack',
    'changeLibraryTracks',
    'changePlaylist',
    'comparePlaylistVersions',
    'compareSchedule',
    'correctLibraryTracks',
    'createLibraryUpload',
    'createPlaylist',
    'deleteCustomerAsset',
    'deleteLibraryUpload',
    'deleteTrackCover',
    'exportLibraryTracks',
    'exportPlayLog',
    'getLibrarySettings',
    'getLibraryTrack',
    'getPlaylist',
    'getPlaylistVersion',
    'getPlayLog',
    'getProgramme',
    'getSchedule',
    'getScheduleRevision',
    'getStats',
    'hearSegue',
    'listHeldStations',
    'listInsertions',
    'listStationRatedTracks',
    'listLibraryTags',
    'listLibraryTracks',
    'listLibraryUploads',
    'listPlaylistVersions',
    'listPlaylists',
    'listScheduleRevisions',
    'findPersonalData',
    'getOperations',
    'actOnFailed',
    'changeModes',
    'previewPlaylistRule',
    'previewSchedule',
    'previewStreamHost',
    'publishSchedule',
    'quoteCustomerPackage',
    'refreshPlaylist',
    'requestReport',
    'restoreScheduleRevision',
    'removeRadioId',
    'retryLibraryUpload',
    'saveScheduleDraft',
    'sendLibraryPart',
    'skipItem',
    'takeOffAir',
    'uploadTrackCover',
    'withdrawInsertion',
    'changeWebhook',
    'createWebhook',
    'deleteWebhook',
    'listWebhookDeliveries',
    'listWebhooks',
    'resendWebhook',
    'rotateWebhookSecret',
    'testWebhook',
  ],
  'admins with step-up': [
    'changeRole',
    'changeStreamHost',
    'deleteCustomer',
    'erasePersonalData',
    'exportCustomers',
  ],
} as const;
type Entrance = keyof typeof TABLE;

/**
 * The calls that team members may make for the owner of a business, written by hand, too. Managers may do what staff may. All other
 * calls are for the owner alone.
 */
const TEAM_TABLE = {
  staff: [
    'addPause',
    'changePause',
    'createAnnouncement',
    'deleteAnnouncement',
    'endPause',
    'getAnnouncement',
    'getLocation',
    'getMyListeners',
    'getMyNowPlaying',
    'getMyProgramme',
    'getMyStation',
    'getMyStationEvents',
    'listAnnouncements',
    'listLocations',
    'listMyVoices',
    'listPauses',
    'pauseAnnouncement',
    'planAnnouncement',
    'recordAnnouncement',
    'resumeAnnouncement',
    'skipMyItem',
    'speakAnnouncement',
  ],
  manager: [
    'addLocation',
    'answerApproval',
    'changeLocation',
    'changeLook',
    'changeSlug',
    'changeWallMessage',
    'checkDomain',
    'deleteAsset',
    'deleteLocation',
    'exportMyListening',
    'exportMyListeningSessions',
    'exportMyPlayLog',
    'getApproval',
    'getDomain',
    'getMyListening',
    'getMyListeningSummary',
    'getMyPlayLog',
    'getMyPromises',
    'listProofs',
    'listSpots',
    'makeProof',
    'getProfile',
    'getSlugAvailability',
    'listAssets',
    'listMyListeningSessions',
    'listMyMessages',
    'listRatedTracks',
    'notifyOperator',
    'pairPlayer',
    'rateTrack',
    'readMyMessages',
    'removeDomain',
    'removePlayer',
    'sendMyMessage',
    'setDomain',
    'submitSetup',
    'unrateTrack',
    'uploadAsset',
  ],
  // About the person, who acts for nobody else there.
  self: ['getMe', 'getUser', 'joinTeam', 'leaveTeam', 'listMyTeams', 'setLocationAlerts'],
} as const;

const isAboutPerson = ({ id }: Call): boolean =>
  (TEAM_TABLE.self as readonly string[]).includes(id);

/** The refusal of a team member; undefined: the call admits them. */
function teamRefusalOf({ id, method }: Call, { team }: Asker): string | undefined {
  if (team === undefined) return undefined;
  const isIn = (ids: readonly string[]) => ids.includes(id);
  if (isIn(TEAM_TABLE.self)) return undefined;
  if (isIn(TEAM_TABLE.staff)) {
    // Of announcements the handler decides, once the body is valid: an empty one is not.
    const isInvalid = ['planAnnouncement', 'speakAnnouncement'].includes(id);
    return team === 'staff of some' && method !== 'get' && !isInvalid
      ? 'all_locations_only'
      : undefined;
  }
  if (!isIn(TEAM_TABLE.manager)) return 'owner_only';
  return team === 'manager' ? undefined : 'manager_only';
}

/** The table's entry for a call. */
function entranceOf({ id }: Call): Entrance {
  for (const [who, ids] of Object.entries(TABLE)) {
    // Its own keys.
    if ((ids as readonly string[]).includes(id)) return who as Entrance;
  }
  throw new Error(`${id} is missing from the table of permissions.`);
}

/** A client and its credentials. */
interface Asker {
  name: string;
  role: UserRole;
  /** The scopes of an API key, or another credential. */
  via: 'nothing' | 'session' | 'session with step-up' | 'view' | 'ended' | readonly ApiKeyScope[];
  /** Whether the resource in the path belongs to them. */
  owns: boolean;
  /** Their role in the team of member A, for whom they act. */
  team?: TeamRole | 'staff of some' | 'removed';
}

/** The columns of the matrix: none, session, session with step-up, key, admin’s key, ended by reset. */
const ASKERS: Asker[] = [
  { name: 'visitor', role: 'user', via: 'nothing', owns: false },
  { name: 'member A', role: 'user', via: 'session', owns: true },
  { name: 'member B', role: 'user', via: 'session', owns: false },
  { name: 'admin', role: 'admin', via: 'session', owns: false },
  { name: 'support', role: 'support', via: 'session', owns: false },
  { name: 'support with step-up', role: 'support', via: 'session with step-up', owns: false },
  { name: 'member A with step-up', role: 'user', via: 'session with step-up', owns: true },
  { name: 'admin with step-up', role: 'admin', via: 'session with step-up', owns: false },
  { name: 'key of A that reads', role: 'user', via: ['read'], owns: true },
  { name: 'key of A that writes', role: 'user', via: ['write'], owns: true },
  { name: 'key of A’s till', role: 'user', via: ['announcements:write'], owns: true },
  { name: 'key of A’s shop window', role: 'user', via: ['stations:read'], owns: true },
  { name: 'key of A’s agency', role: 'user', via: ['stations:write', 'assets:write'], owns: true },
  { name: 'key of A’s accountant', role: 'user', via: ['billing:read'], owns: true },
  { name: 'plain key of the admin', role: 'admin', via: ['read', 'write'], owns: false },
  { name: 'admin’s key that reads', role: 'admin', via: ['read', 'admin'], owns: false },
  { name: 'admin’s key', role: 'admin', via: ['read', 'write', 'admin'], owns: false },
  { name: 'admin’s view of member A', role: 'user', via: 'view', owns: true },
  { name: 'manager of A', role: 'user', via: 'session', owns: true, team: 'manager' },
  { name: 'staff of A', role: 'user', via: 'session', owns: true, team: 'staff' },
  { name: 'staff of some of A', role: 'user', via: 'session', owns: true, team: 'staff of some' },
  { name: 'admin in the team of A', role: 'user', via: 'session', owns: true, team: 'manager' },
  { name: 'removed from the team of A', role: 'user', via: 'session', owns: true, team: 'removed' },
  { name: 'session ended by sign-out', role: 'user', via: 'ended', owns: true },
  { name: 'session ended by reset', role: 'user', via: 'ended', owns: true },
  { name: 'key ended by reset', role: 'user', via: 'ended', owns: true },
  { name: 'admin’s session ended by reset', role: 'admin', via: 'ended', owns: false },
  { name: 'admin’s key ended by reset', role: 'admin', via: 'ended', owns: false },
];

/** Methods that a path does not have are refused before anyone is identified, so the least and the most may do. */
const NOBODY_AND_ANYBODY = ASKERS.filter(({ name }) =>
  ['visitor', 'admin with step-up'].includes(name),
);
/** Thousands of requests more: `npm run test:full` sends them. */
const EVERY_CELL = process.env['FULL'] === '1';

const PATHS = [...new Set(CALLS.map(({ path }) => path))];
const callAt = (path: string, method: string) =>
  CALLS.find((call) => call.path === path && call.method === method.toLowerCase());

/** The expected status, of a 403 also the code: access by the table, later errors by the contract. */
function expectedAnswer(call: Call | undefined, asker: Asker): string {
  if (!call) return '405';
  const entrance = entranceOf(call);
  if (entrance !== 'anybody') {
    if (asker.via === 'nothing' || asker.via === 'ended') return '401';
    const isRefusedToViews = call.method !== 'get' || call.api_keys === false;
    if (asker.via === 'view' && isRefusedToViews) return '403 view_only';
    // Found before the call is looked at.
    const isStranger = asker.team === 'removed' && !isAboutPerson(call);
    if (isStranger) return '403 not_in_team';
    const refusal = refusalOf(call, asker) ?? teamRefusalOf(call, asker);
    if (refusal) return `403 ${refusal}`;
    if (entrance.endsWith('with step-up') && asker.via !== 'session with step-up') {
      return '403 step_up_required';
    }
    // These requests send no form.
    if (call.form) return String(ERRORS.form_expected.status);
  }
  return String(statusOnceAdmitted(call, asker));
}

/** Calls that read files refuse the body of these requests, which is `{}`. */
const REFUSED_FILES = ['corrections_refused', 'cover_not_a_picture'] as const;

function statusOnceAdmitted(call: Call, asker: Asker): number {
  const refusedFile = REFUSED_FILES.find((name) => call.errors.includes(name));
  if (refusedFile) return ERRORS[refusedFile].status;
  if (call.body && call.raw_body === undefined) {
    const refusal = call.refuse_first?.({});
    if (refusal) return ERRORS[refusal].status;
    if (!call.body.safeParse({}).success) return 422;
  }
  if (call.query && !call.query.safeParse({}).success) return 422;
  // Purchases are disabled here, so this error proves access.
  if (call.errors.includes('stripe_not_configured')) return ERRORS.stripe_not_configured.status;
  // These requests have no If-Match.
  if (call.errors.includes('precondition_required')) return ERRORS.precondition_required.status;
  // No account has one here, so this error proves access.
  if (call.errors.includes('second_factor_missing')) return ERRORS.second_factor_missing.status;
  // Nor a passkey, of which the step-up would ask.
  if (call.id === 'removePasskey') return ERRORS.not_found.status;
  // No station has one here.
  if (call.errors.includes('no_domain')) return ERRORS.no_domain.status;
  // Admins and support may access the resources of every customer.
  if (isOfAdminArea(call.access)) return call.status ?? 200;
  const hasOwner = call.path.includes('{id}') && call.access !== 'public';
  const isOwned = hasOwner || call.errors.includes('no_station');
  // A team member has no team of their own, nor other things that a call about the person names. Some see no location.
  const isHidden = asker.team === 'staff of some' && call.id === 'getLocation';
  const owns = asker.owns && !isHidden && !(asker.team && isAboutPerson(call));
  return isOwned && !owns ? 404 : (call.status ?? 200);
}

/** The code of the refusal; undefined: the call admits them. */
function refusalOf(call: Call, { role, via }: Asker): string | undefined {
  const [entrance, part] = entranceOf(call).split(': ') as [Entrance, string | undefined];
  const isForAdmins = entrance.startsWith('admins');
  if (isForAdmins && role !== 'admin') return 'forbidden';
  const isForTeam = isForAdmins || entrance.startsWith('support');
  if (isForTeam && role === 'user') return 'forbidden';
  if (typeof via === 'string') return undefined;
  if (!entrance.endsWith('their keys')) return 'forbidden';
  const right = call.method === 'get' ? 'read' : 'write';
  const enough: ApiKeyScope[] = [right];
  // The names of the table are those of the scopes.
  if (part) enough.push(`${part}:${right}` as ApiKeyScope, `${part}:write` as ApiKeyScope);
  const has = (scopes: ApiKeyScope[]) => scopes.some((scope) => via.includes(scope));
  const isAllowed = has(enough) && (!isForTeam || has(['admin']));
  return isAllowed ? undefined : 'insufficient_scope';
}

/** Credentials of a user, then a reset of their password by the link from the mail. */
async function endedByReset(app: TestApp, given: { role?: 'admin' }, scopes: ApiKeyScope[]) {
  const user = await signedInUser(app, given);
  // The first proof of an address ends all logins, whatever the reset does.
  await app.services.db('users').where({ id: user.id }).update({ email_confirmed_at: new Date() });
  const { key } = await madeApiKey(app, user, { scopes });
  const mailInbox = await startMailInbox(app);
  await app.post('/v1/auth/recover', { email: user.email });
  const token = await mailInbox.tokenTo(user.email);
  const reset = await app.post('/v1/auth/reset', { token, password: 'the tide comes in at nine' });
  expect(reset.status).toBe(200);
  return { session: user.access_token, key };
}

/** Creates the credentials of every client anew, because some calls end the session. */
async function startWorld(app: TestApp) {
  const { db } = app.services;
  const a = await buildUser(db);
  const b = await buildUser(db);
  const admin = await buildUser(db, { role: 'admin' });
  const station = await buildStation(db, {
    station_slug: 'blue',
    user_id: a.id,
    package_name: 'Professional',
  });
  await putOnAir(db, station, draftWith((await buildPlaylist(db, { tracks: 2 })).id));
  const { id: track_id } = await buildTrack(db);
  const playlist_id = uuidv7();
  await db('playlists').insert({ id: playlist_id, name: 'Blue' });
  const version = { id: uuidv7(), playlist_id, number: 1, rule: {}, track_ids: [] };
  await db('playlist_versions').insert(version);
  const ids = { track_id, playlist_id, station_id: station.id, number: '1' };

  const signedOut = await signedInUser(app);
  await db('sessions').where({ user_id: signedOut.id }).delete();
  const member = await endedByReset(app, {}, ['read', 'write']);
  const former = await endedByReset(app, { role: 'admin' }, ['read', 'write', 'admin']);
  const ended = {
    'session ended by sign-out': signedOut.access_token,
    'session ended by reset': member.session,
    'key ended by reset': member.key,
    'admin’s session ended by reset': former.session,
    'admin’s key ended by reset': former.key,
  };
  const headers = new Map<string, Record<string, string>>(
    Object.entries(ended).map(([name, token]) => [name, bearer(token).headers]),
  );
  const supporter = await buildUser(db, { role: 'support' });
  const manager = await buildUser(db);
  const staff = await buildUser(db);
  const someStaff = await buildUser(db);
  const some = { station, user: someStaff, role: 'staff', location_ids: [] } as const;
  await buildMembership(db, some);
  const adminInTeam = await buildUser(db, { role: 'admin' });
  await buildMembership(db, { station, user: manager, role: 'manager' });
  await buildMembership(db, { station, user: staff, role: 'staff' });
  await buildMembership(db, { station, user: adminInTeam, role: 'manager' });
  const people: Record<string, { email: string }> = {
    'manager of A': manager,
    'staff of A': staff,
    'staff of some of A': someStaff,
    'admin in the team of A': adminInTeam,
    'removed from the team of A': await buildUser(db),
    'member B': b,
    support: supporter,
    'support with step-up': supporter,
  };
  const viewer = await signedInUser(app, { role: 'admin' });
  const viewing = { token: viewer.access_token, params: { user_id: a.id } };
  const { view_token } = await json<{ view_token: string }>(
    await send(app, startSupportView, viewing),
  );
  headers.set('admin’s view of member A', bearer(view_token).headers);

  /** The credentials to send. Sessions are renewed for calls that end them. */
  async function headersOf(asker: Asker, call: Call | undefined, path: string) {
    const { name, role, via } = asker;
    if (via === 'nothing') return {};
    const known = headers.get(name);
    if (via === 'ended' || via === 'view' || (known && typeof via !== 'string')) return known;
    // A call that needs a step-up may delete the account, so it gets a user of its own.
    const needsOwnUser = call?.step_up && via === 'session with step-up';
    if (known && !needsOwnUser && !path.startsWith('/v1/auth/')) return known;
    const owner = role === 'admin' ? admin : (people[name] ?? a);
    const user = await signInAgain(app, needsOwnUser ? await buildUser(db, { role }) : owner);
    const made = {
      ...(await credentialsOf(user, via)),
      ...(asker.team && actingFor(station)),
    };
    if (!needsOwnUser) headers.set(name, made);
    return made;
  }
  async function credentialsOf(user: Pick<SignedInUser, 'as'>, via: Asker['via']) {
    if (typeof via !== 'string') return (await madeApiKey(app, user, { scopes: via })).as.headers;
    return via === 'session' ? user.as.headers : (await steppedUp(app, user)).headers;
  }
  /** Forgets the keys, which this call has ended. They are made anew when they are needed. */
  function forgetKeys(): void {
    for (const { name, via } of ASKERS) if (typeof via !== 'string') headers.delete(name);
  }
  /** Creates a resource of member A for the path: a session, a file or a key. */
  async function idAt(path: string): Promise<string> {
    if (path.startsWith('/v1/me/billing/invoices')) return 'in_1MtHbELkdIwHu7ixl4OzzPMv';
    const id = uuidv7();
    if (path.startsWith('/v1/auth/sessions')) {
      await db('sessions').insert({ id, user_id: a.id, user_agent: '', ip: '127.0.0.1' });
    } else if (path.startsWith('/v1/admin/library/uploads')) {
      // As large as the body that is sent.
      const file = { file_name: `${id}.mp3`, size_bytes: 2 };
      await db('library_uploads').insert({ id, ...file });
    } else if (path.includes('/radio-ids/')) {
      const script = `Number ${id}`;
      await db('profiles')
        .where({ user_id: a.id })
        .update({ radio_id_texts: [script] });
      const spoken = { id: scriptId(a.id, script), user_id: a.id, script, spoken_text: script };
      await db('spoken_ids').insert({ ...spoken, take_id: id });
      return spoken.id;
    } else if (path.includes('/insertions/')) {
      const item = { id, title: 'Later', kind: 'radio_id', units: 50, renditions: {} };
      await db('schedule_insertions').insert({
        id,
        station_id: station.id,
        kind: 'item',
        item: JSON.stringify(item),
        wanted_at: new Date(Date.now() + 3_600_000),
        committed_at: new Date(),
      });
    } else if (path.includes('/pauses/')) {
      const [starts_at, ends_at] = [1, 2].map((hours) => new Date(Date.now() + hours * 3_600_000));
      const times = { starts_at, ends_at, changed_at: new Date() };
      await db('station_pauses').insert({ id, station_id: station.id, until: '', ...times });
    } else if (path.includes('/announcements/')) {
      const plan = { kind: 'at', at: new Date(Date.now() + 3_600_000).toISOString() };
      await db('announcements').insert({
        id,
        user_id: a.id,
        station_id: station.id,
        title: 'Later',
        plan: JSON.stringify(plan),
        planned_at: new Date(),
      });
    } else if (path.startsWith('/v1/me/spots/')) {
      const spot = { id, user_id: a.id, station_id: station.id, title: 'Happy hour' };
      await db('announcements').insert(spot);
    } else if (path.startsWith('/v1/proofs/')) {
      await db('play_proofs').insert({
        id,
        station_id: station.id,
        spot_id: id,
        spot_kind: 'announcement',
        spot_title: 'Happy hour',
        number: 1,
        from_day: '2026-11-01',
        to_day: '2026-11-02',
        due: 1,
        aired: 1,
        jws: 'a.b.c',
        made_at: new Date(),
      });
    } else if (path.startsWith('/v1/me/locations/')) {
      await db('locations').insert({ id, station_id: station.id, name: 'High Street' });
      const hours = { location_id: id, from_at: new Date(), zone: 'Europe/London' };
      await db('location_hours').insert(hours);
      const player = { id, location_id: id, station_id: station.id, paired_at: new Date() };
      await db('location_players').insert({ ...player, key_hash: Buffer.from(id) });
    } else if (path.startsWith('/v1/me/team/invitations')) {
      await db('team_invitations').delete();
      await db('team_invitations').insert({
        id,
        station_id: station.id,
        email: 'grace@example.com',
        role: 'staff',
        link_id: id,
        link_hash: Buffer.from(id),
        sent_at: new Date(),
        expires_at: new Date(),
      });
    } else if (path.startsWith('/v1/me/team')) {
      const isOfPerson = path.startsWith('/v1/me/teams');
      const other = isOfPerson ? await buildStation(db) : station;
      const user = isOfPerson ? a : await buildUser(db);
      await db('team_members').insert({
        id,
        station_id: other.id,
        user_id: user.id,
        role: 'staff',
      });
    } else if (path.includes('/webhooks/')) {
      const user_id = path.startsWith('/v1/me/') ? a.id : null;
      await confirmAddress(db, a);
      await db('webhook_endpoints').insert({
        id,
        user_id,
        url: 'http://127.0.0.1:1/',
        events: [],
        secret: Buffer.of(1),
      });
      await db('webhook_events').insert({ id, type: 'webhook.test', data: {} });
      await db('webhook_deliveries').insert({ endpoint_id: id, event_id: id });
    } else if (path.includes('/assets/')) {
      await buildAsset(db, { id, user_id: a.id });
    } else {
      const key_hash = Buffer.from(id.replaceAll('-', '').repeat(2), 'hex');
      await db('api_keys').where({ name: 'Lost' }).delete();
      await db('api_keys').insert({
        id,
        user_id: a.id,
        name: 'Lost',
        scopes: ['read'],
        prefix: 'shk_000000',
        key_hash,
      });
    }
    return id;
  }
  /** The customer of the path: member A, or another one if the call may delete the customer. */
  const customerAt = async (call: Call | undefined): Promise<string> =>
    call?.id === 'deleteCustomer' ? (await buildUser(db)).id : a.id;
  return { headersOf, forgetKeys, idAt, customerAt, ids };
}

describe('access', () => {
  it('is listed for every call exactly once', () => {
    const written: string[] = Object.values(TABLE).flat();
    expect(written.toSorted()).toEqual(CALLS.map(({ id }) => id).toSorted());
  });

  it(
    'is what the table says, for everybody at every call with every method',
    { timeout: 120_000 },
    async () => {
      const app = await startApp(database);
      const { headersOf, forgetKeys, idAt, customerAt, ids } = await startWorld(app);
      const surprises: string[] = [];
      let cells = 0;
      for (const path of PATHS) {
        let id: string | undefined;
        for (const method of METHODS) {
          const call = callAt(path, method);
          for (const asker of call || EVERY_CELL ? ASKERS : NOBODY_AND_ANYBODY) {
            if (path.includes('{id}')) id ??= await idAt(path);
            const params = {
              station_slug: 'blue',
              user_id: await customerAt(call),
              ...(id !== undefined && {
                id,
                player_id: id,
                event_id: `evt_${id.replaceAll('-', '')}`,
              }),
              part: '0',
              ...ids,
            };
            const answer = await fetch(app.url + pathOf({ path }, params), {
              method,
              headers: {
                ...(await headersOf(asker, call, path)),
                ...(method !== 'GET' && { 'Content-Type': 'application/json' }),
              },
              ...(call?.body && { body: '{}' }),
            });
            // It may have been changed or deleted.
            if (answer.ok) id = undefined;
            const said = await inWords(answer);
            const expected = expectedAnswer(call, asker);
            if (said !== expected) {
              surprises.push(`${asker.name}: ${method} ${path}: ${said}, not ${expected}`);
            }
            if (answer.status === 405 && !answer.headers.get('allow')?.includes(allowed(path))) {
              surprises.push(`${method} ${path} does not say what it allows`);
            }
            if (call?.id === 'endOtherSessions') forgetKeys();
            cells += 1;
          }
        }
      }
      expect(surprises).toEqual([]);
      // A lower number means that the loops above have lost cases.
      const others = PATHS.length * METHODS.length - CALLS.length;
      const askers = EVERY_CELL ? ASKERS : NOBODY_AND_ANYBODY;
      expect(cells).toBe(CALLS.length * ASKERS.length + others * askers.length);
      expect(cells).toBeGreaterThanOrEqual(2_500);
    },
  );
});

/** The status, of a 403 also the code. Event streams are not read. */
async function inWords(answer: Response): Promise<string> {
  if (answer.status === 403) return `403 ${(await json<{ code: string }>(answer)).code}`;
  await answer.body?.cancel();
  return String(answer.status);
}

/** A method that the path supports. */
function allowed(path: string): string {
  return CALLS.find((call) => call.path === path)?.method.toUpperCase() ?? 'none';
}
