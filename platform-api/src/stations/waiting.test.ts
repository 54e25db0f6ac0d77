import { describe, expect, it } from 'vitest';
import { answerApproval } from '../../contract/approval/calls.ts';
import { submitSetup } from '../../contract/setup/calls.ts';
import { getMyStation } from '../../contract/stations/calls.ts';
import { type Station } from '../../contract/stations/schemas.ts';
import type { Services } from '../app.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildPlaylist, draftWith, putOnAir } from '../../test/on-air-stations.ts';
import { openShop } from '../../test/purchases.ts';
import { readEvents } from '../../test/read-events.ts';
import { json } from '../../test/server.ts';

const database = testDatabase();
const { knex } = database;

/** A member who has paid. */
async function bought(given: Partial<Services> = {}) {
  const shop = await openShop(database, given);
  await shop.buy();
  const { app, member } = shop;
  const token = member.access_token;
  return {
    ...shop,
    mine: async () => json<Station>(await send(app, getMyStation, { token })),
    submit: (more: object = {}) =>
      send(app, submitSetup, { token, body: { station_name_request: 'Ledger FM', ...more } }),
    answer: (changes: string | null) => send(app, answerApproval, { token, body: { changes } }),
    publish: async () => {
      const [station] = await shop.stations();
      if (!station) throw new Error('there is no station');
      await putOnAir(knex, station, draftWith((await buildPlaylist(knex, { tracks: 30 })).id));
    },
  };
}

describe('a paid station', () => {
  it('waits for the setup form since the purchase, then for its starter programme', async () => {
    const { mine, submit } = await bought();
    const { purchased_at } = await mine();
    expect(await mine()).toMatchObject({ waiting_for: 'setup', waiting_since: purchased_at });
    await submit();
    const since = (await mine()).waiting_since;
    expect(await mine()).toMatchObject({ waiting_for: 'starter', waiting_since: since });
    await submit({ radio_id_frequency: 30 });
    expect((await mine()).waiting_since).toBe(since);
  });

  it('waits for the yes of its member where they want to hear it first, then for the team', async () => {
    const { mine, submit, publish, answer } = await bought();
    await submit({ hears_first: true });
    await publish();
    expect(await mine()).toMatchObject({ waiting_for: 'approval' });
    await answer('Less jazz.');
    expect(await mine()).toMatchObject({ waiting_for: 'operator' });
    await publish();
    expect(await mine()).toMatchObject({ waiting_for: 'approval' });
    await answer(null);
    expect(await mine()).toMatchObject({ waiting_for: 'operator' });
  });

  it.each([
    ['the yes where the operator wants that', true, 'approval'],
    ['the team where nobody asked for a yes', false, 'operator'],
  ])('waits for %s', async (_, waitsForApproval, waiting_for) => {
    const { mine, submit, publish } = await bought({ waitsForApproval });
    await submit();
    await publish();
    expect(await mine()).toMatchObject({ waiting_for });
  });

  it('waits for nothing once it is on air', async () => {
    const { mine, submit, publish } = await bought();
    await submit();
    await publish();
    await knex('radio_stations').update({ status: 'active' });
    expect(await mine()).toMatchObject({ waiting_for: null, waiting_since: null });
  });

  it('tells open pages what it waits for at once', async () => {
    const { app, member, submit } = await bought();
    const { headers } = member.as;
    const stream = readEvents(await app.get('/v1/me/station/events', { headers }));
    const next = async () => (await stream.next()).value;
    expect(await next()).toMatchObject({ event: 'station', data: { waiting_for: 'setup' } });
    await submit();
    expect(await next()).toMatchObject({ event: 'station', data: { waiting_for: 'starter' } });
  });
});
