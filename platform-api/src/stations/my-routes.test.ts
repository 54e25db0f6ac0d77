import { describe, expect, it } from 'vitest';
import type { Problem } from '../../contract/problem.ts';
import type { Station } from '../../contract/stations/schemas.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import { json, startApp } from '../../test/server.ts';

const database = testDatabase();

describe('a member’s station', () => {
  it('is the station that the member owns, not another member’s', async () => {
    const app = await startApp(database);
    const [member, stranger] = [await signedInUser(app), await signedInUser(app)];
    await buildStation(database.knex, { user_id: stranger.id });
    const own = await buildStation(database.knex, {
      user_id: member.id,
      status: 'setup_pending',
      station_slug: 'own',
    });
    const answer = await app.get('/v1/me/station', member.as);
    expect(answer.status).toBe(200);
    expect(await json(answer)).toMatchObject({
      id: own.id,
      user_id: member.id,
      station_slug: 'own',
      status: 'setup_pending',
      currency: 'eur',
      slug_changes_left: 10,
    });
  });

  it.each(['active', 'setup_pending', 'inactive', 'suspended'] as const)(
    'is returned while it is %s',
    async (status) => {
      const app = await startApp(database);
      const { id, as } = await signedInUser(app);
      await buildStation(database.knex, { user_id: id, status });
      expect(await json(await app.get('/v1/me/station', as))).toMatchObject({ status });
    },
  );

  it('is 404 while its payment is pending, or without a station', async () => {
    const app = await startApp(database);
    const { id, as } = await signedInUser(app);
    const refusals: (Problem & { request_id?: string })[] = [];
    refusals.push(await json(await app.get('/v1/me/station', as)));
    await buildStation(database.knex, { user_id: id, status: 'payment_pending' });
    refusals.push(await json(await app.get('/v1/me/station', as)));
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ status: 404, code: 'no_station' });
  });

  it('contains neither the operator’s notes nor its track URLs', async () => {
    const app = await startApp(database);
    const { id, as } = await signedInUser(app);
    await buildStation(database.knex, {
      user_id: id,
      setup_notes: 'secret notes',
      current_track_data: 'https://tracks.example.com/now?key=secret',
      previous_track_data: 'https://tracks.example.com/before?key=secret',
      next_track_data: 'https://tracks.example.com/next?key=secret',
    });
    const answer = await app.get('/v1/me/station', as);
    const text = await answer.text();
    expect(text).not.toContain('secret');
    const station: Station = JSON.parse(text);
    const fields =
      'id user_id status station_name station_slug station_url station_logo_url logo_shape dark_logo stream_url ' +
      'radio_player_embed package_name package_price vat_amount total_amount currency ' +
      'purchased_at setup_completed_at admin_uploaded_ids admin_uploaded_commercials ' +
      'slug_changes_left is_on_air_here has_music updated_at accent_colour theme background_url zone wall_message ' +
      'public_id starter_since is_name_operators waiting_for waiting_since';
    expect(Object.keys(station).toSorted()).toEqual(fields.split(' ').toSorted());
  });
});
