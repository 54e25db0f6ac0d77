import { describe, expect, it } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { CALLS } from '../../contract/calls.ts';
import { TEST_KEY_PREFIX } from '../../contract/accounts/values.ts';
import { changeSlug, getMyStation } from '../../contract/stations/calls.ts';
import { MY_WEBHOOKS } from '../../contract/webhooks/calls.ts';
import { send, type Sent } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, confirmAddress, madeApiKey, signedInUser } from '../../test/factories.ts';
import { json, startApp } from '../../test/server.ts';
import { describeApi } from '../reference/open-api.ts';

const database = testDatabase();
const { knex } = database;

const SCOPES = ['read', 'write', 'admin'];
/** Every call that takes an API key and answers test keys with its example. */
const KEYED: Call[] = CALLS.filter(
  ({ access, api_keys, acts_for_test_keys }: Call) =>
    access !== 'public' && api_keys !== false && !acts_for_test_keys,
);
const { paths } = describeApi('http://radio.example.com');

const operationOf = ({ path, method }: Call) => {
  const operation = paths?.[path]?.[method];
  if (!operation) throw new Error(`${path} is not in the document.`);
  return operation;
};

/** A request with the examples of the reference. */
function exampleOf(call: Call): Sent {
  const named = (place: 'path' | 'query') =>
    (operationOf(call).parameters ?? []).flatMap((parameter) =>
      'in' in parameter && parameter.in === place && (place === 'path' || parameter.required)
        ? [[parameter.name, String(parameter.example)]]
        : [],
    );
  const [body] = Object.values(call.body_examples ?? {});
  const form = new FormData();
  form.set('kind', 'logo');
  form.set('file', new Blob(['a picture']), 'logo.png');
  return {
    params: Object.fromEntries(named('path')),
    query: Object.fromEntries(named('query')),
    ...(call.form && { form }),
    ...(call.raw_body !== undefined && { bytes: Buffer.from('abc') }),
    ...(call.raw_body === undefined && call.body && { body: body ?? {} }),
  };
}

/** Every row, by table, but those of limits and of kept answers. */
async function rowsOfAllTables(): Promise<Record<string, unknown>> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    `select tablename as name from pg_tables where schemaname = 'public'
     and tablename not in ('rate_limits', 'idempotency_keys') order by 1`,
  );
  const found: Record<string, unknown> = {};
  for (const { name } of rows) found[name] = await knex(name).select();
  found['jobs'] = await knex('graphile_worker._private_jobs').select('id', 'payload');
  return found;
}

async function startWithTestKey(scopes: string[] = SCOPES) {
  const app = await startApp(database);
  const member = await signedInUser(app, { role: 'admin' });
  await confirmAddress(knex, member);
  const station = await buildStation(knex, { user_id: member.id, station_slug: 'mill' });
  const { key, prefix } = await madeApiKey(app, member, { scopes, is_test: true });
  return { app, member, station, key, prefix };
}

describe('a test key', () => {
  it('is told apart by its prefix, and no mail is sent about it', async () => {
    const { key, prefix } = await startWithTestKey();
    expect(key).toMatch(new RegExp(`^${TEST_KEY_PREFIX}[\\w-]{43}$`));
    expect(prefix).toBe(key.slice(0, TEST_KEY_PREFIX.length + 6));
    const jobs = await knex('graphile_worker.jobs').where({ task_identifier: 'send_mail' });
    expect(jobs.map(({ payload }) => payload)).not.toContainEqual(
      expect.objectContaining({ message: 'api-key-created' }),
    );
  });

  it(
    'gets the documented answer of every call, and changes no row',
    { timeout: 120_000 },
    async () => {
      const { app, key } = await startWithTestKey();
      // The time of last use is written once.
      await send(app, getMyStation, { token: key });
      const before = await rowsOfAllTables();
      const surprises: unknown[] = [];
      for (const call of KEYED) {
        const answer = await send(app, call, { ...exampleOf(call), token: key });
        const { status = 200, content_type = 'application/json' } = call;
        const text = await answer.text();
        const documented = operationOf(call).responses?.[status]?.content?.[content_type]?.example;
        const expected = typeof documented === 'string' ? documented : JSON.stringify(documented);
        const isRight = answer.status === status && text === (status === 204 ? '' : expected);
        if (!isRight) surprises.push([call.id, answer.status, text.slice(0, 300)]);
      }
      expect(surprises).toEqual([]);
      expect(KEYED.length).toBeGreaterThan(100);
      expect(await rowsOfAllTables()).toEqual(before);
      expect(app.sent).toEqual({ mails: [], texts: [] });
    },
  );

  it('is refused like another key: without the scope, with a wrong field, and when it is revoked', async () => {
    const { app, key: token, member } = await startWithTestKey();
    const reading = await madeApiKey(app, member, { scopes: ['read'], is_test: true });
    const body = { station_slug: 'weir' };
    expect((await send(app, changeSlug, { token: reading.key, body })).status).toBe(403);
    const wrong = await send(app, changeSlug, { token, body: { station_slug: 5 } });
    expect(await json(wrong)).toMatchObject({ code: 'validation_failed' });
    await knex('api_keys').delete();
    expect((await send(app, changeSlug, { token, body })).status).toBe(401);
  });

  it('shares neither kept answers nor limits with its owner', async () => {
    const { app, key, member, station } = await startWithTestKey();
    const limited = () => knex('rate_limits').orderBy('key').select('key', 'points');
    const headers = { 'Idempotency-Key': 'the same' };
    const body = { url: 'http://127.0.0.1:9009/', events: ['station.silent'] };
    const before = await limited();
    expect((await send(app, MY_WEBHOOKS.create, { token: key, body })).status).toBe(201);
    const after = await limited();
    expect(after).toEqual(expect.arrayContaining(before));
    const slug = { station_slug: 'weir' };
    for (const token of [key, member.access_token]) {
      const changed = await send(app, changeSlug, { token, body: slug, headers });
      expect(changed.status).toBe(200);
    }
    expect(await knex('radio_stations').where({ id: station.id })).toMatchObject([slug]);
  });
});
