import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createApiKey } from '../../contract/api-keys.ts';
import type { Call } from '../../contract/call.ts';
import { CALLS } from '../../contract/calls.ts';
import { ERRORS } from '../../contract/errors.ts';
import type { ApiKeyScope } from '../../contract/limits.ts';
import { pathOf, send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import {
  buildAsset,
  buildStation,
  buildUser,
  signedInUser,
  signInAgain,
} from '../../test/factories.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';

const database = testDatabase();

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * The expected access of every call, written by hand. A new call, or one whose access changes in the
 * contract, fails this test until it has been reviewed here. routes.test.ts proves that no other routes are
 * mounted.
 */
const TABLE = {
  anybody: [
    'createQuote',
    'createToken',
    'getHealth',
    'getNowPlaying',
    'getOembed',
    'getReady',
    'getStation',
    'getStationEvents',
    'listPackages',
    'receiveStripeEvent',
    'recoverPassword',
    'resendCode',
    'resetPassword',
    'sendCode',
    'sendContactMessage',
    'signOut',
    'signUp',
    'verifyCode',
  ],
  'members and their keys': [
    'changeProfile',
    'changeSlug',
    'deleteAsset',
    'downloadInvoice',
    'getBilling',
    'getCheckout',
    'getMe',
    'getMyNowPlaying',
    'getMyStation',
    'getMyStationEvents',
    'getProfile',
    'getSlugAvailability',
    'getUser',
    'listAssets',
    'notifyOperator',
    'openBillingPortal',
    'startCheckout',
    'submitSetup',
    'uploadAsset',
    'verifyCheckout',
  ],
  members: [
    'changeUser',
    'createApiKey',
    'deleteAccount',
    'deleteApiKey',
    'endOtherSessions',
    'endSession',
    'exportAccount',
    'listApiKeys',
    'listSessions',
    'stepUp',
  ],
  'admins and their keys': [
    'changeCustomer',
    'checkStation',
    'deleteCustomerAsset',
    'exportCustomers',
    'getCustomer',
    'getStats',
    'listAudit',
    'listCustomers',
    'listTroubles',
    'resetCustomerPassword',
    'uploadCustomerAsset',
  ],
  admins: ['changeRole', 'deleteCustomer'],
} as const;
type Entrance = keyof typeof TABLE;

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
  role: 'user' | 'admin';
  via: 'nothing' | 'session' | 'ended session' | ApiKeyScope | 'read and write';
  /** Whether the resource in the path belongs to them. */
  owns: boolean;
}

const ASKERS: Asker[] = [
  { name: 'visitor', role: 'user', via: 'nothing', owns: false },
  { name: 'member A', role: 'user', via: 'session', owns: true },
  { name: 'member B', role: 'user', via: 'session', owns: false },
  { name: 'admin', role: 'admin', via: 'session', owns: false },
  { name: 'key of A that reads', role: 'user', via: 'read', owns: true },
  { name: 'key of A that writes', role: 'user', via: 'write', owns: true },
  { name: 'key of the admin that reads', role: 'admin', via: 'read', owns: false },
  { name: 'key of the admin', role: 'admin', via: 'read and write', owns: false },
  { name: 'ended session of A', role: 'user', via: 'ended session', owns: true },
];

const PATHS = [...new Set(CALLS.map(({ path }) => path))];
const callAt = (path: string, method: string) =>
  CALLS.find((call) => call.path === path && call.method === method.toLowerCase());

/** The expected status: access by the table, later errors by the contract. */
function expectedStatus(call: Call | undefined, asker: Asker): number {
  if (!call) return 405;
  if (entranceOf(call) !== 'anybody') {
    if (asker.via === 'nothing' || asker.via === 'ended session') return 401;
    if (!mayEnter(call, asker)) return 403;
    // These requests have no step-up token.
    if (call.step_up) return ERRORS.step_up_required.status;
    // These requests send no form.
    if (call.form) return ERRORS.form_expected.status;
  }
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
  // Admins may access the resources of every customer.
  if (call.access === 'admin') return call.status ?? 200;
  const isOwned = call.path.endsWith('{id}') || call.errors.includes('no_station');
  return isOwned && !asker.owns ? 404 : (call.status ?? 200);
}

function mayEnter(call: Call, { role, via }: Asker): boolean {
  const entrance = entranceOf(call);
  if (entrance.startsWith('admins') && role !== 'admin') return false;
  if (via === 'session') return true;
  const needed = call.method === 'get' ? 'read' : 'write';
  return entrance.endsWith('their keys') && via.includes(needed);
}

/** Creates the credentials of every client anew, because some calls end the session. */
async function startWorld(app: TestApp) {
  const { db } = app.services;
  const a = await buildUser(db);
  const b = await buildUser(db);
  const admin = await buildUser(db, { role: 'admin' });
  await buildStation(db, { station_slug: 'blue', user_id: a.id });

  const tokenOf = async (user: { email: string }) => (await signInAgain(app, user)).access_token;
  async function keyOf(user: { email: string }, scopes: string[]): Promise<string> {
    const body = { name: 'Key', scopes };
    const made = await send(app, createApiKey, { token: await tokenOf(user), body });
    return (await json<{ key: string }>(made)).key;
  }
  const ended = await signedInUser(app);
  await db('sessions').where({ user_id: ended.id }).delete();
  const keys = {
    'key of A that reads': await keyOf(a, ['read']),
    'key of A that writes': await keyOf(a, ['write']),
    'key of the admin that reads': await keyOf(admin, ['read']),
    'key of the admin': await keyOf(admin, ['read', 'write']),
    'ended session of A': ended.access_token,
  };

  const people: Record<string, { email: string }> = { 'member A': a, 'member B': b, admin };
  const tokens = new Map(Object.entries(keys));
  /** The credentials to send. Recreated after calls that end the session. */
  async function tokenAt(path: string, name: string): Promise<string | undefined> {
    const person = people[name];
    if (!person || (tokens.has(name) && !path.startsWith('/v1/auth/'))) return tokens.get(name);
    const token = await tokenOf(person);
    tokens.set(name, token);
    return token;
  }
  /** Creates a resource of member A for the path: a session, a file or a key. */
  async function idAt(path: string): Promise<string> {
    if (path.startsWith('/v1/me/billing/invoices')) return 'in_1MtHbELkdIwHu7ixl4OzzPMv';
    const id = uuidv7();
    if (path.startsWith('/v1/auth/sessions')) {
      await db('sessions').insert({ id, user_id: a.id, user_agent: '', ip: '127.0.0.1' });
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
  return { tokenAt, idAt, user_id: a.id };
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
      const { tokenAt, idAt, user_id } = await startWorld(app);
      const surprises: string[] = [];
      let cells = 0;
      for (const path of PATHS) {
        for (const method of METHODS) {
          for (const asker of ASKERS) {
            const call = callAt(path, method);
            const params = {
              station_slug: 'blue',
              user_id,
              ...(path.includes('{id}') && { id: await idAt(path) }),
            };
            const token = await tokenAt(path, asker.name);
            const answer = await fetch(app.url + pathOf({ path }, params), {
              method,
              headers: {
                ...(token !== undefined && { Authorization: `Bearer ${token}` }),
                ...(method !== 'GET' && { 'Content-Type': 'application/json' }),
              },
              ...(call?.body && { body: '{}' }),
            });
            await answer.body?.cancel();
            const expected = expectedStatus(call, asker);
            if (answer.status !== expected) {
              surprises.push(`${asker.name}: ${method} ${path}: ${answer.status}, not ${expected}`);
            }
            if (answer.status === 405 && !answer.headers.get('allow')?.includes(allowed(path))) {
              surprises.push(`${method} ${path} does not say what it allows`);
            }
            cells += 1;
          }
        }
      }
      expect(surprises).toEqual([]);
      // A lower number means that the loops above have lost cases.
      expect(cells).toBeGreaterThanOrEqual(500);
    },
  );
});

/** A method that the path supports. */
function allowed(path: string): string {
  return CALLS.find((call) => call.path === path)?.method.toUpperCase() ?? 'none';
}
