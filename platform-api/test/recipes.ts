import { Readable } from 'node:stream';
import { expect } from 'vitest';
import * as accounts from '../contract/accounts/calls.ts';
import { createApiKey, deleteApiKey, listApiKeys } from '../contract/accounts/api-keys.ts';
import * as auth from '../contract/accounts/auth.ts';
import * as sessions from '../contract/accounts/sessions.ts';
import { sendContactMessage } from '../contract/contact/calls.ts';
import { getHealth, getReady, getStatus } from '../contract/health/calls.ts';
import { MAX_API_KEYS } from '../contract/accounts/values.ts';
import { MAX_SLUG_CHANGES } from '../contract/stations/values.ts';
import { listPackages } from '../contract/billing/packages.ts';
import {
  changeLook,
  changeSlug,
  changeWallMessage,
  getMyNowPlaying,
  getMyStation,
  getMyStationEvents,
  getNowPlaying,
  listPlayedTracks,
  getSlugAvailability,
  getStation,
  getStationEvents,
} from '../contract/stations/calls.ts';
import { ANNOUNCEMENT_RECIPES } from './announcement-recipes.ts';
import { ASSET_RECIPES } from './asset-recipes.ts';
import { BILLING_RECIPES } from './billing-recipes.ts';
import { CHECK_RECIPES } from './check-recipes.ts';
import { CUSTOMER_ACT_RECIPES } from './customer-act-recipes.ts';
import { CUSTOMER_ASSET_RECIPES } from './customer-asset-recipes.ts';
import { CUSTOMER_RECIPES } from './customer-recipes.ts';
import { DOMAIN_RECIPES } from './domain-recipes.ts';
import { DELETION_RECIPES, stepUpHeaders } from './deletion-recipes.ts';
import { CUSTOMER_LIST_RECIPES } from './customer-list-recipes.ts';
import type { Documented } from './documented-api.ts';
import { buildStation, PASSWORD, signInAgain } from './factories.ts';
import { failingStorage } from './failing-storage.ts';
import { LIBRARY_PLAYLIST_RECIPES } from './library-playlist-recipes.ts';
import { LIBRARY_TRACK_RECIPES } from './library-track-recipes.ts';
import { LIBRARY_UPLOAD_RECIPES } from './library-upload-recipes.ts';
import { LISTENING_RECIPES } from './listening-recipes.ts';
import { LOCATION_RECIPES } from './location-recipes.ts';
import { PROOF_RECIPES } from './proof-recipes.ts';
import { SCHEDULE_RECIPES } from './schedule-recipes.ts';
import { OPERATION_RECIPES } from './operation-recipes.ts';
import { OEMBED_RECIPES } from './oembed-recipes.ts';
import { MESSAGE_RECIPES } from './message-recipes.ts';
import { startMailInbox } from './mail-inbox.ts';
import { dataOf, type Recipe } from './recipe.ts';
import { startApp, WIDE_LIMITS } from './server.ts';
import { VOICE_RECIPES } from './voice-recipes.ts';
import {
  askForSecondFactor,
  SECOND_FACTOR_RECIPES,
  signInWithPasskeys,
} from './second-factor-recipes.ts';
import { SETUP_RECIPES } from './setup-recipes.ts';
import { TEAM_RECIPES } from './team-recipes.ts';
import { WEBHOOK_RECIPES } from './webhook-recipes.ts';

const ORIGIN = { Origin: 'http://radio.example.com' };
const IN_COOKIE = { session: 'cookie' };

/** The headers with which a browser on our own page returns the cookie. */
const withCookieOf = (answer: Documented) => ({
  ...ORIGIN,
  Cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '',
});

/** A field of a checked answer. */
const field = (answer: Documented, name: string): string => String(Object(answer.body)[name]);

const signUpBody = { ...auth.signUp.body_examples['with an email address'] };
const signInBody = (user: { email: string }) => ({
  grant_type: 'password',
  email: user.email,
  password: PASSWORD,
});

const PREMIUM_NUMBER = '+449090123456';

const stations: Record<string, Recipe> = {
  async getStation({ app, ask }) {
    await buildStation(app.services.db, { station_slug: 'blue' });
    await ask(getStation, { params: { station_slug: 'blue' } });
    await ask(getStation, { params: { station_slug: 'absent' } });
  },
  async listPlayedTracks({ app, ask }) {
    const current_track_data = '/stream/tones/tracks/current';
    await buildStation(app.services.db, { station_slug: 'blue', current_track_data });
    const { body } = await ask(listPlayedTracks, { params: { station_slug: 'blue' } });
    expect(Object(body).data.length).toBeGreaterThan(0);
    await ask(listPlayedTracks, { params: { station_slug: 'absent' } });
  },
  async getNowPlaying({ app, ask }) {
    await buildStation(app.services.db, { station_slug: 'blue' });
    const params = { station_slug: 'blue' };
    const first = await ask(getNowPlaying, { params });
    const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
    expect((await ask(getNowPlaying, { params, headers })).status).toBe(304);
    await ask(getNowPlaying, { params: { station_slug: 'absent' } });
  },
  async getStationEvents({ app, ask }) {
    await buildStation(app.services.db, { station_slug: 'blue' });
    const params = { station_slug: 'blue' };
    await ask(getStationEvents, { params });
    await ask(getStationEvents, { params: { station_slug: 'absent' } });
    const limits = { eventStreams: 0, rates: WIDE_LIMITS };
    await ask(getStationEvents, { params }, await startApp(dataOf(app), { limits }));
  },
  async getMyStation({ app, member, ask }) {
    await ask(getMyStation, { token: member.access_token });
    await buildStation(app.services.db, { user_id: member.id });
    await ask(getMyStation, { token: member.access_token });
  },
  async getMyNowPlaying({ app, member, ask }) {
    const token = member.access_token;
    await ask(getMyNowPlaying, { token });
    await buildStation(app.services.db, {
      user_id: member.id,
      current_track_data: '/stream/demo/tracks/current',
    });
    await ask(getMyNowPlaying, { token });
  },
  async getMyStationEvents({ app, member, ask }) {
    const token = member.access_token;
    await ask(getMyStationEvents, { token });
    await ask(getMyStationEvents, { token, query: { listening: 'true' } });
    await ask(getMyStationEvents, { token, query: { listening: 'perhaps' } });
    const limits = { eventStreams: 0, rates: WIDE_LIMITS };
    await ask(getMyStationEvents, { token }, await startApp(dataOf(app), { limits }));
  },
  async changeSlug({ app, member, ask }) {
    const token = member.access_token;
    const to = (station_slug: string) => ask(changeSlug, { token, body: { station_slug } });
    const { db } = app.services;
    await to('blue');
    const { id } = await buildStation(db, { user_id: member.id, station_slug: 'green' });
    await buildStation(db, { station_slug: 'red' });
    const moved = await buildStation(db, { station_slug: 'grey' });
    await db('radio_stations').where({ id: moved.id }).update({ station_slug: 'white' });
    for (const slug of ['blue', 'blue', 'red', 'grey', 'login', 'blue_café']) await to(slug);
    // Each of the calls redirects from the old slug to the new one.
    for (const call of [getStation, getNowPlaying, listPlayedTracks, getStationEvents]) {
      expect((await ask(call, { params: { station_slug: 'green' } })).status).toBe(307);
    }
    await db('radio_stations').where({ id }).update({ slug_changes: MAX_SLUG_CHANGES });
    await to('yellow');
  },
  async changeLook({ app, member, ask }) {
    const token = member.access_token;
    const body = { accent_colour: '#c2410c', theme: 'dark' };
    await ask(changeLook, { token, body });
    await buildStation(app.services.db, { user_id: member.id });
    expect((await ask(changeLook, { token, body })).body).toMatchObject(body);
  },
  async changeWallMessage({ app, member, ask }) {
    const token = member.access_token;
    const wall_message = { text: 'Soup: leek', shown: 'always', from: '11:30', until: null };
    await ask(changeWallMessage, { token, body: { wall_message } });
    await buildStation(app.services.db, { user_id: member.id });
    const answer = await ask(changeWallMessage, { token, body: { wall_message } });
    expect(answer.body).toMatchObject({ wall_message });
  },
  async getSlugAvailability({ app, member, ask }) {
    const token = member.access_token;
    const query = { station_slug: 'blue' };
    await ask(getSlugAvailability, { token, query });
    await buildStation(app.services.db, { user_id: member.id });
    expect((await ask(getSlugAvailability, { token, query })).body).toEqual({ available: true });
  },
};

const signingIn: Record<string, Recipe> = {
  async signUp({ ask }) {
    const { signUp } = auth;
    for (const body of Object.values(signUp.body_examples)) await ask(signUp, { body });
    await ask(signUp, { body: signUpBody });
    const body = { ...signUpBody, email: 'another@example.com', ...IN_COOKIE };
    await ask(signUp, { body });
    const kept = await ask(signUp, { body, headers: ORIGIN });
    expect(kept.headers.get('set-cookie')).not.toBeNull();
    expect(kept.body).not.toHaveProperty('refresh_token');
    await ask(signUp, { body: {} });
    await ask(signUp, { body: { ...signUpBody, password: 'password' } });
    const { 'with a phone number': byPhone } = signUp.body_examples;
    await ask(signUp, { body: { ...byPhone, phone_number: PREMIUM_NUMBER } });
  },
  async createToken(world) {
    const { app, member, other, ask } = world;
    const { createToken } = auth;
    const body = signInBody(member);
    const refresh = (refresh_token: string) =>
      ask(createToken, { body: { grant_type: 'refresh_token', refresh_token } });

    const { refresh_token } = Object(await ask(createToken, { body })).body;
    await refresh(refresh_token);
    // A minute is too long for a race of two tabs.
    await app.services
      .db('refresh_tokens')
      .whereNotNull('used_at')
      .update({
        used_at: new Date(Date.now() - 60_000),
      });
    await refresh(refresh_token);
    await app.services
      .db('sessions')
      .where({ user_id: other.id })
      .update({ created_at: new Date(0) });
    await refresh(other.refresh_token);
    await refresh('shr_nobody-has-this-one');

    await ask(createToken, { body: { ...body, ...IN_COOKIE } });
    const kept = await ask(createToken, { body: { ...body, ...IN_COOKIE }, headers: ORIGIN });
    await ask(createToken, { body: { grant_type: 'refresh_token' }, headers: withCookieOf(kept) });
    await ask(createToken, { body: { ...body, password: 'wrong' } });
    await ask(createToken, { body: { grant_type: 'password' } });
    await signInWithPasskeys(world);
    await askForSecondFactor(world);
  },
  async sendCode({ ask }) {
    const { sendCode } = auth;
    for (const body of Object.values(sendCode.body_examples)) await ask(sendCode, { body });
    await ask(sendCode, { body: {} });
    await ask(sendCode, { body: { phone: PREMIUM_NUMBER } });
  },
  async resendCode({ ask }) {
    const { resendCode } = auth;
    for (const body of Object.values(resendCode.body_examples)) await ask(resendCode, { body });
    await ask(resendCode, { body: { type: 'otp' } });
    await ask(resendCode, { body: { type: 'otp', phone: PREMIUM_NUMBER } });
  },
  async verifyCode(world) {
    const { app, member, ask } = world;
    const { verifyCode, sendCode, resendCode } = auth;
    const { email } = member;
    const mailInbox = await startMailInbox(app);
    await ask(resendCode, { body: { type: 'signup', email } });
    const byLink = { type: 'signup', token: await mailInbox.tokenTo(email) };
    const { access_token: token } = member;
    expect((await ask(verifyCode, { body: byLink, token })).body).toHaveProperty('user');
    await ask(verifyCode, { body: byLink });
    const change = { email: 'ada@new.example.com', current_password: PASSWORD };
    await ask(accounts.changeUser, { body: change, token });
    const ofChange = { type: 'email_change', token: await mailInbox.tokenTo(change.email) };
    await ask(verifyCode, { body: ofChange });
    await ask(sendCode, { body: { email } });
    const byCode = { type: 'otp', email, code: await mailInbox.codeTo(email), ...IN_COOKIE };
    await ask(verifyCode, { body: byCode });
    const kept = await ask(verifyCode, { body: byCode, headers: ORIGIN });
    expect(kept.headers.get('set-cookie')).not.toBeNull();
    await mailInbox.close();
    await askForSecondFactor({ ...world, member: world.other });
  },
  async checkPassword({ ask }) {
    await ask(auth.checkPassword, { body: { password: 'sunshine1' } });
    await ask(auth.checkPassword, { body: {} });
  },
  async recoverPassword({ ask }) {
    await ask(auth.recoverPassword, { body: { email: 'ada@example.com' } });
    await ask(auth.recoverPassword, { body: {} });
  },
  async resetPassword({ app, member, ask }) {
    const { recoverPassword, resetPassword } = auth;
    const { email } = member;
    const mailInbox = await startMailInbox(app);
    await ask(recoverPassword, { body: { email } });
    const token = await mailInbox.tokenTo(email);
    await ask(resetPassword, { body: { token, password: 'password' } });
    await ask(resetPassword, { body: { token, password: 'a walk in the hills' } });
    await ask(resetPassword, { body: { token, password: 'a walk in the hills' } });
    await mailInbox.close();
  },
  async signOut({ member, ask }) {
    const { signOut, createToken } = auth;
    const kept = await ask(createToken, {
      body: { ...signInBody(member), ...IN_COOKIE },
      headers: ORIGIN,
    });
    const { Cookie } = withCookieOf(kept);
    await ask(signOut, { body: {}, headers: { Cookie } });
    await ask(signOut, { body: {}, headers: withCookieOf(kept) });
    await ask(signOut, { body: { refresh_token: member.refresh_token } });
    for (const body of Object.values(signOut.body_examples)) await ask(signOut, { body });
  },
};

const ownAccount: Record<string, Recipe> = {
  getUser: ({ member, ask }) => ask(accounts.getUser, { token: member.access_token }),
  async changeUser({ app, member, ask }) {
    const { changeUser } = accounts;
    const token = member.access_token;
    const change = (body: object) =>
      ask(changeUser, { token, body: { current_password: PASSWORD, ...body } });
    expect((await change({ email: 'new@example.com' })).body).toMatchObject({
      new_email: 'new@example.com',
    });
    await change({ phone: '+442079460001' });
    await app.services.db('users').update({ email_confirmed_at: new Date() });
    await change({ phone: '+442079460001' });
    await change({ phone: PREMIUM_NUMBER });
    await change({ email: 'new@example.com', current_password: 'wrong' });
    await change({ password: 'password' });
    await change({ password: 'a walk in the hills' });
  },
  listSessions: ({ member, ask }) => ask(sessions.listSessions, { token: member.access_token }),
  endOtherSessions: ({ member, ask }) =>
    ask(sessions.endOtherSessions, { token: member.access_token }),
  async endSession({ app, member, other, ask }) {
    const { listSessions, endSession } = sessions;
    await signInAgain(app, other);
    const list = await ask(listSessions, { token: other.access_token });
    const { id } = Object(list.body).data[0];
    await ask(endSession, { token: member.access_token, params: { id } });
    await ask(endSession, { token: other.access_token, params: { id } });
  },
  getMe: ({ member, ask }) => ask(accounts.getMe, { token: member.access_token }),
  getProfile: ({ member, ask }) => ask(accounts.getProfile, { token: member.access_token }),
  async changeProfile({ member, ask }) {
    const { changeProfile } = accounts;
    for (const body of Object.values(changeProfile.body_examples)) {
      await ask(changeProfile, { token: member.access_token, body });
    }
  },
};

const apiKeys: Record<string, Recipe> = {
  async listApiKeys(world) {
    const { other, ask } = world;
    const token = other.access_token;
    const headers = await stepUpHeaders(world, other);
    await ask(createApiKey, { token, headers, body: { name: 'One', scopes: ['read'] } });
    const list = await ask(listApiKeys, { token });
    expect(Object(list.body).data).toHaveLength(1);
  },
  async createApiKey(world) {
    const { member, ask } = world;
    const headers = await stepUpHeaders(world, member);
    for (const body of Object.values(createApiKey.body_examples)) {
      for (let made = 0; made <= MAX_API_KEYS; made++) {
        await ask(createApiKey, { token: member.access_token, headers, body });
      }
    }
  },
  async deleteApiKey(world) {
    const { member, other, ask } = world;
    const headers = await stepUpHeaders(world, member);
    const body = { name: 'One', scopes: ['read'] };
    const made = await ask(createApiKey, { token: member.access_token, headers, body });
    const params = { id: field(made, 'id') };
    await ask(deleteApiKey, { token: other.access_token, params });
    await ask(deleteApiKey, { token: member.access_token, params });
  },
};

/** One recipe for each call. A call without a recipe fails the test. */
export const RECIPES: Record<string, Recipe> = {
  ...stations,
  ...LIBRARY_PLAYLIST_RECIPES,
  ...LIBRARY_TRACK_RECIPES,
  ...LIBRARY_UPLOAD_RECIPES,
  ...SCHEDULE_RECIPES,
  ...LISTENING_RECIPES,
  ...LOCATION_RECIPES,
  ...PROOF_RECIPES,
  ...VOICE_RECIPES,
  ...OEMBED_RECIPES,
  listPackages: ({ ask }) => ask(listPackages),
  ...signingIn,
  ...ownAccount,
  ...apiKeys,
  ...SECOND_FACTOR_RECIPES,
  ...BILLING_RECIPES,
  ...ANNOUNCEMENT_RECIPES,
  ...ASSET_RECIPES,
  ...DELETION_RECIPES,
  ...DOMAIN_RECIPES,
  ...CUSTOMER_LIST_RECIPES,
  ...CUSTOMER_ACT_RECIPES,
  ...CHECK_RECIPES,
  ...CUSTOMER_ASSET_RECIPES,
  ...MESSAGE_RECIPES,
  ...SETUP_RECIPES,
  ...TEAM_RECIPES,
  ...WEBHOOK_RECIPES,
  ...OPERATION_RECIPES,
  async sendContactMessage({ ask }) {
    const { body_examples } = sendContactMessage;
    for (const body of Object.values(body_examples)) await ask(sendContactMessage, { body });
    const body = { ...body_examples['a question'], homepage: 'https://robots.example' };
    expect((await ask(sendContactMessage, { body })).body).toEqual({ success: true });
  },
  ...CUSTOMER_RECIPES,
  getHealth: ({ ask }) => ask(getHealth),
  getStatus: ({ ask }) => ask(getStatus),
  async getReady({ app, ask }) {
    await ask(getReady);
    const storage = failingStorage(app.services.storage);
    storage.fail('check', 'down');
    await ask(getReady, {}, await startApp(dataOf(app), { storage }));
    const stream = Readable.from(['the id of another installation']);
    const open = async () => ({ size_bytes: 30, stream });
    const foreign = { ...app.services.storage, open };
    await ask(getReady, {}, await startApp(dataOf(app), { storage: foreign }));
  },
};
