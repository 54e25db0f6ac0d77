import { describe, expect, it } from 'vitest';
import type { Call } from '../../contract/call.ts';
import * as calls from '../../contract/library/settings.ts';
import { changeLibraryTrack } from '../../contract/library/tracks.ts';
import { HOUR_MS } from '../../contract/time.ts';
import { send, type Sent } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, buildUser, madeApiKey, signedInUser } from '../../test/factories.ts';
import { buildPlaylist, draftWith, putOnAir } from '../../test/on-air-stations.ts';
import { json, startApp } from '../../test/server.ts';
import { runTask } from '../../test/work-off.ts';
import { readDocument } from '../schedule/station-day.ts';

const database = testDatabase();
const { knex } = database;

/** The operator, and a station on air with forty tracks, of which one lacks its codes. */
async function open() {
  let ahead = 0;
  const app = await startApp(database, { now: () => Date.now() + ahead });
  // A session would end as the clock is put forward.
  const admin = await signedInUser(app, { role: 'admin' });
  const { key: token } = await madeApiKey(app, admin, { scopes: ['read', 'write', 'admin'] });
  const ask = async (call: Call, sent: Sent = {}) =>
    json<calls.LibrarySettings>(await send(app, call, { token, ...sent }));
  const playlist = await buildPlaylist(knex, { tracks: 40 });
  const [incomplete = '', ...others] = playlist.track_ids;
  await knex('library_tracks').whereIn('id', others).update({
    isrc: 'GBAAA2600001',
    label: 'Blue Note',
    composer: 'Ada',
  });
  const user = await buildUser(knex);
  const station = await buildStation(knex, { user_id: user.id });
  await putOnAir(knex, station, draftWith(playlist.id));
  return {
    ask,
    incomplete,
    /** The tracks of the newest schedule, an hour later. */
    async renewed() {
      // Schedules are renewed an hour after the last change at the earliest.
      ahead += 2 * HOUR_MS;
      await runTask(app, 'renew_schedules');
      const newest = await knex('schedule_revisions').orderBy('number', 'desc').first('document');
      return readDocument(newest?.document ?? Buffer.of()).items.map(({ id }) => id);
    },
  };
}

describe('tracks without an ISRC or a label', () => {
  it('are kept off air when the operator says so, and air again once they are complete', async () => {
    const { ask, incomplete, renewed } = await open();
    expect(await ask(calls.getLibrarySettings)).toEqual({
      airs_incomplete_tracks: true,
      incomplete_tracks: 1,
      aired_incomplete_tracks: 0,
    });
    await ask(calls.changeLibrarySettings, { body: { airs_incomplete_tracks: false } });
    const without = await renewed();
    expect(without).toHaveLength(39);
    expect(without).not.toContain(incomplete);

    const change = { isrc: 'GBAAA2600002', label: 'Columbia' };
    await ask(changeLibraryTrack, { params: { track_id: incomplete }, body: change });
    expect(await renewed()).toContain(incomplete);
    expect(await ask(calls.getLibrarySettings)).toMatchObject({ incomplete_tracks: 0 });
  });

  it('are counted once they have aired in this quarter, also if only the composer is missing', async () => {
    const { ask, incomplete } = await open();
    const today = new Date().toISOString().slice(0, 10);
    const codes = { isrc: 'GBAAA2600002', label: 'Columbia' };
    await knex('library_tracks').where({ id: incomplete }).update(codes);
    await knex('track_airings').insert({ track_id: incomplete, last_aired_on: today });
    expect(await ask(calls.getLibrarySettings)).toMatchObject({
      incomplete_tracks: 0,
      aired_incomplete_tracks: 1,
    });
    await knex('track_airings').update({ last_aired_on: '2020-01-01' });
    expect(await ask(calls.getLibrarySettings)).toMatchObject({ aired_incomplete_tracks: 0 });
  });
});
