import { describe, expect, it } from 'vitest';
import { exportAccount } from '../../contract/accounts/deletion.ts';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { madeApiKey, signedInUser, type SignedInUser } from '../../test/factories.ts';
import { buildUserToDelete, stepUpToken } from '../../test/deleted-user.ts';
import { json, startApp, WIDE_LIMITS, type TestApp } from '../../test/server.ts';
import { memberWith, upload } from '../../test/uploads.ts';

const database = testDatabase();
const { knex } = database;

async function ask(app: TestApp, member: SignedInUser): Promise<Response> {
  const headers = { 'Step-Up': await stepUpToken(app, member) };
  return send(app, exportAccount, { token: member.access_token, headers });
}

describe('an export', () => {
  it('has all data of the user, as the other calls show it', async () => {
    const { app, member } = await buildUserToDelete(database);
    const mine = async (path: string) =>
      json<Record<string, unknown>>(await app.get(path, member.as));
    const answer = await ask(app, member);
    const exported = await json<Record<string, unknown>>(answer);
    const { user, role, profile } = await mine('/v1/me');
    expect(exported).toMatchObject({
      user,
      role,
      profile,
      station: await mine('/v1/me/station'),
      former_addresses: ['the-counting-house'],
      own_domain: 'radio.adelheid.example',
      purchases: [
        {
          package_name: 'Starter',
          status: 'paid',
          currency: 'eur',
          company_details: { name: 'The Counting House', country: 'United Kingdom' },
        },
      ],
      sessions: [{ ip: expect.any(String), created_at: expect.any(String) }],
    });
    expect(exported['webhooks']).toEqual((await mine('/v1/me/webhooks'))['data']);
    expect(exported['api_keys']).toEqual((await mine('/v1/me/api-keys'))['data']);
    expect(exported['assets']).toEqual((await mine('/v1/me/assets'))['data']);
    expect(exported['assets']).toHaveLength(1);
    expect(exported['messages']).toEqual((await mine('/v1/me/messages'))['data']);
    expect(exported['messages']).toHaveLength(1);
  });

  it('is a file with its own name, which is not cached', async () => {
    const app = await startApp(database, { now: () => Date.parse('2026-11-21T09:30:00Z') });
    const { headers } = await ask(app, await signedInUser(app));
    expect(headers.get('Content-Disposition')).toBe(
      'attachment; filename="stationhouse-export-2026-11-21.json"',
    );
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(headers.get('Cache-Control')).toBe('no-store');
  });

  it('has no secrets, no admin fields, and nothing of other users', async () => {
    const app = await startApp(database);
    const [ada, bob] = [await memberWith(app), await memberWith(app)];
    await madeApiKey(app, ada);
    for (const one of [ada, bob]) expect((await upload(app, one)).status).toBe(201);
    await knex('radio_stations').where({ user_id: ada.id }).update({
      setup_notes: 'the key is under the mat',
      current_track_data: 'https://tracks.example.com/?key=secret',
    });
    const text = await (await ask(app, ada)).text();
    const user = await knex('users').where({ id: ada.id }).first();
    const hidden = [
      'under the mat',
      'tracks.example.com',
      'sent_hash',
      '_hash',
      bob.id,
      bob.email,
      user.password_hash,
      ada.access_token,
      ada.refresh_token,
    ];
    for (const secret of hidden) expect(text).not.toContain(secret);
  });

  it('works for a user without data', async () => {
    const app = await startApp(database);
    const answer = await ask(app, await signedInUser(app, { role: 'admin' }));
    expect(await answer.json()).toMatchObject({
      role: 'admin',
      station: null,
      former_addresses: [],
      assets: [],
      purchases: [],
      api_keys: [],
      webhooks: [],
      sessions: [{}],
    });
  });

  it('can be made ten times an hour', async () => {
    const rates = { ...WIDE_LIMITS, export: RATE_LIMITS.export };
    const app = await startApp(database, { limits: { eventStreams: 1, rates } });
    const ada = await signedInUser(app);
    for (let made = 0; made < RATE_LIMITS.export.points; made += 1) {
      expect((await ask(app, ada)).status).toBe(200);
    }
    expect((await ask(app, ada)).status).toBe(429);
    expect((await ask(app, await signedInUser(app))).status).toBe(200);
  });
});
