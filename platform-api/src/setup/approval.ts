// Members hear their stations before the first air, and say yes or what to change.
import Router from '@koa/router';
import type { Knex } from 'knex';
import { raw } from 'objection';
import type { z } from 'zod';
import * as calls from '../../contract/approval/calls.ts';
import { HOUR_MS, MINUTE_MS } from '../../contract/time.ts';
import { AppError } from '../errors.ts';
import type { MountCall } from '../http/mount-call.ts';
import type { TrackFiles } from '../library/track-files.ts';
import { addMessage } from '../messages/messages.ts';
import { customerItems, itemOf } from '../schedule/document.ts';
import type { OnAirStations } from '../schedule/on-air-stations.ts';
import { computeAhead } from '../schedule/station-timeline.ts';
import { presentAiring, readPlaylistNames, zoneOf } from '../schedule/programme.ts';
import { approvalOf, saveAnswer } from '../stations/approval-state.ts';
import { RadioStation } from '../stations/station.ts';
import { byStart, firstUnitFrom, unitAt, type Item } from '../timeline/airing.ts';
import { openWithStarter } from './starter.ts';

/** A revision is in force within this time: its delay, and the longest usual song. In ms. */
const IN_FORCE_MS = 6 * MINUTE_MS;

/** The services that the approval's calls use. */
export interface ApprovalDeps {
  db: Knex;
  onAir: Pick<OnAirStations, 'load'>;
  files: TrackFiles;
  publicUrl: string;
  /** The clock, in epoch ms. */
  now: () => number;
}

type ApprovalAnswer = z.input<typeof calls.Approval>;

/** The calls of the page on which a member hears the station first. */
export function approvalRoutes(mountCall: MountCall, deps: ApprovalDeps): Router {
  const router = new Router();
  mountCall(router, calls.getApproval, ({ identity: { user } }) => read(deps, user.id));
  mountCall(router, calls.answerApproval, async ({ identity: { user }, body }) => {
    await answer(deps, user.id, body.changes);
    return read(deps, user.id);
  });
  return router;
}

async function read(
  { db, onAir, files, now }: ApprovalDeps,
  userId: string,
): Promise<ApprovalAnswer> {
  const station = await RadioStation.requireOwn(db, userId);
  const { state, answered } = await approvalOf(db, station);
  const answer = {
    state,
    changes: answered?.changes ?? null,
    answered_at: answered?.answered_at ?? null,
  };
  if (state === 'not_ready' || state === 'on_air') {
    return { ...answer, zone: null, items: [], radio_ids: [], audio_urls: {} };
  }
  const from = now() + IN_FORCE_MS;
  const [first, last] = [unitAt(from), firstUnitFrom(from + HOUR_MS)];
  const timeline = await onAir.load(station.id);
  await computeAhead(timeline, first, last);
  const airings = byStart(
    timeline.itemsBetween(first, last),
    timeline.voiceOversBetween(first, last),
  );
  const names = await readPlaylistNames(db, airings);
  const ids = (await customerItems(db, userId)).flatMap((asset) => itemOf(asset) ?? []);
  const radioIds = ids.filter(({ kind }) => kind === 'radio_id');
  const urlOf = ({ id, renditions }: Item) =>
    renditions.mp3_128 ? [[id, files.urlOf(renditions.mp3_128)]] : [];
  return {
    ...answer,
    zone: await zoneOf(db, station.id),
    items: airings.map((airing) => presentAiring(airing, names)),
    radio_ids: radioIds.map(({ id, title }) => ({ item_id: id, title })),
    audio_urls: Object.fromEntries(
      [...airings.map(({ item }) => item), ...radioIds].flatMap(urlOf),
    ),
  };
}

/** The messages that the team gets in the thread. */
const YES = 'I have listened to my station. Yes, put it on air.';
const CHANGE = 'I have listened to my station. Before it goes on air, please change:';

/** @throws `no_station`, `nothing_to_approve` */
async function answer(deps: ApprovalDeps, userId: string, changes: string | null): Promise<void> {
  const { db, now } = deps;
  const { id: station_id } = await RadioStation.requireOwn(db, userId);
  await db.transaction(async (trx) => {
    const station = await RadioStation.lock(trx, station_id);
    if (!station) throw new AppError('nothing_to_approve');
    const { state, newest } = await approvalOf(trx, station);
    if (state !== 'waiting' && state !== 'changes_wanted') {
      throw new AppError('nothing_to_approve');
    }
    const row = {
      revision: newest,
      changes,
      answered_at: new Date(now()),
    };
    await saveAnswer(trx, station_id, row);
    // Open pages read what the station waits for now.
    await RadioStation.change(trx, station_id, { updated_at: raw('now()') });
    const body = changes === null ? YES : `${CHANGE}\n\n${changes}`;
    await addMessage(trx, { userId, body, author: null });
    // The team has no hand in it, so the member does not wait for them.
    if (changes === null && station.starter_since !== null)
      await openWithStarter(deps, trx, station);
  });
}
