import { expect, test } from 'vitest';
import * as calls from '../../contract/announcements/calls.ts';
import type * as schemas from '../../contract/announcements/schemas.ts';
import * as programme from '../../contract/schedule/programme.ts';
import { send } from '../../test/call.ts';
import { chance, eachOf } from '../../test/chance.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import { tellFigure } from '../../test/figures.ts';
import { fakeVoices } from '../../test/fake-voices.ts';
import { buildPlaylist, draftWith, putOnAir } from '../../test/on-air-stations.ts';
import { startReplicas } from '../../test/replicas.ts';
import { json, startApp } from '../../test/server.ts';
import { quickEngine } from '../../test/sounds.ts';
import { createPreparer } from '../preparation/preparer.ts';

const database = testDatabase();
const { knex } = database;

const STATIONS = 100;
const AT_ONCE = 10;
/** Of ten requests, this many stop a replica. */
const STOPPED = 2;
const TEXT = 'Happy hour until seven.';

test(
  'a hundred announcements air once each, at the promised boundary, although replicas die meanwhile',
  { timeout: 300_000 },
  async () => {
    const random = chance(21);
    const { services } = await startApp(database);
    const { storage } = services;
    const given = { storage, preparer: createPreparer(quickEngine()), voices: fakeVoices().maker };
    const app = await startApp(database, given);
    const { id: playlist } = await buildPlaylist(knex, { tracks: 40 });
    const members = await Promise.all(
      Array.from({ length: STATIONS }, async () => {
        const member = await signedInUser(app);
        const package_name = 'Professional';
        const station = await buildStation(knex, { user_id: member.id, package_name });
        await putOnAir(knex, station, draftWith(playlist));
        return { token: member.access_token, station };
      }),
    );
    const replicas = await startReplicas(database, { payments: null, ...given }, random);
    await eachOf(members, AT_ONCE, async ({ token, station }) => {
      const body = { text: TEXT, when: { kind: 'now' } };
      const headers = { 'Idempotency-Key': station.id };
      if (random(10) < STOPPED) void replicas.replace();
      for (let isMade = false; !isMade;) {
        const answer = await send(replicas.any(), calls.createAnnouncement, {
          token,
          body,
          headers,
        }).catch(() => null);
        isMade = answer?.status === 201;
      }
    });
    await replicas.done();
    const [one, other] = [app, await startApp(database, given)];
    for (const { token } of members) {
      const { data } = await json<{ data: schemas.Announcement[] }>(
        await send(one, calls.listAnnouncements, { token }),
      );
      expect(data).toHaveLength(1);
      const promised = data[0]?.airs_at ?? data[0]?.last_aired_at;
      expect(promised).not.toBeNull();
      for (const replica of [one, other]) {
        const { items } = await json<programme.Programme>(
          await send(replica, programme.getMyProgramme, { token }),
        );
        const aired = items.filter(({ kind }) => kind === 'announcement');
        expect(aired.map(({ starts_at }) => starts_at)).toEqual([promised]);
      }
    }
    expect(await knex('schedule_insertions')).toHaveLength(STATIONS);
    await replicas.close();
    tellFigure(
      `${STATIONS} announcements aired once each, at their promised boundary, on both replicas`,
    );
  },
);
