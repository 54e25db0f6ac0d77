import type { Knex } from 'knex';
import { isDeepStrictEqual } from 'node:util';
import type { ScheduleDraft } from '../../contract/schedule/draft.ts';
import type {
  PromiseFigures,
  ScheduleProblem,
  ScheduleRevision,
} from '../../contract/schedule/schemas.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { AppError } from '../errors.ts';
import { queueMail, type MailContent } from '../mail/send-mail.ts';
import { ownProgramme, stationOffAir, stationReady } from '../stations/station-mails.tsx';
import { approvalOf, needsApproval } from '../stations/approval-state.ts';
import { wishedLook } from '../stations/wished-look.ts';
import { presentMailedStation, RadioStation } from '../stations/station.ts';
import { buildDocument, type BuiltDocument } from './document.ts';
import { compareDrafts, draftFromSetup, readNames } from './draft.ts';
import { presentFigures, presentProblems } from './problems.ts';
import { findStation, lockSchedule, type ScheduleRows } from './schedule-rows.ts';
import type { SleeveAddresses } from '../sleeves/feature.ts';
import type { Simulator } from './simulator.ts';
import { loadRunning } from './station-inputs.ts';
import { emailOf } from '../accounts/user.ts';

/** The services that change a schedule. */
export interface ScheduleDeps {
  db: Knex;
  simulator: Simulator;
  /** Where previews find the pictures of songs without a cover; undefined: they have none. */
  sleeves?: SleeveAddresses;
  /** Stations go on air for the first time only when their members have approved them. */
  waitsForApproval: boolean;
  publicUrl: string;
  /** The clock, in epoch ms. */
  now: () => number;
}

/** The newest revision that an admin knows; null: none. */
type Newest = number | null;

/** @throws `schedule_changed` */
function requireNewest({ newest }: ScheduleRows, known: Newest): void {
  if ((newest?.number ?? null) !== known) throw new AppError('schedule_changed');
}

/** @throws `schedule_changed` */
function requireDraft({ schedule }: ScheduleRows, version: number): void {
  if ((schedule?.draft_version ?? 0) !== version) throw new AppError('schedule_changed');
}

/** The saved draft, or one from the setup form. */
export const draftOf = async (
  db: Knex,
  { station, schedule }: ScheduleRows,
): Promise<ScheduleDraft> => schedule?.draft ?? draftFromSetup(db, station);

/**
 * Replaces the draft, unless another admin has since (optimistic locking).
 * @throws `not_found`; `schedule_changed`
 */
export async function saveDraft(
  { db }: ScheduleDeps,
  actor: Actor,
  asked: { stationId: string; draft_version: number; draft: ScheduleDraft },
): Promise<void> {
  const { stationId, draft_version, draft } = asked;
  await db.transaction(async (trx) => {
    const rows = await lockSchedule(trx, stationId);
    requireDraft(rows, draft_version);
    const before = rows.schedule?.draft ?? null;
    if (isDeepStrictEqual(before, draft)) return;
    await writeDraft(trx, actor, rows, draft);
    // As sentences: drafts may be long, and the log is never emptied.
    const changes = compareDrafts(before, draft, await readNames(trx, [before, draft]));
    await audit(trx, actor, {
      action: 'change_schedule',
      user_id: rows.station.user_id,
      after: { changes: changes.map(({ message }) => message) },
    });
  });
}

/** Saves a draft, whose station the caller has locked. */
export async function writeDraft(
  trx: Knex,
  actor: Actor,
  { station, schedule }: ScheduleRows,
  draft: ScheduleDraft,
): Promise<void> {
  const row = {
    draft: JSON.stringify(draft),
    draft_version: (schedule?.draft_version ?? 0) + 1,
    changed_at: trx.fn.now(),
    changed_by: actor.id,
  };
  await trx('station_schedules')
    .insert({ station_id: station.id, ...row })
    .onConflict('station_id')
    .merge(row);
}

/** A draft that was resolved and holds its promises. */
export interface CheckedDraft extends Omit<BuiltDocument, 'text'> {
  document: Uint8Array;
  /** Of its simulation; null: of an earlier revision without them. */
  figures: PromiseFigures | null;
}

/** Resolves a draft with the newest versions of its playlists, and simulates it. */
export async function checkDraft(
  { db, simulator, now }: Omit<ScheduleDeps, 'waitsForApproval'>,
  station: RadioStation,
  draft: ScheduleDraft,
): Promise<{ checked: CheckedDraft | null; problems: ScheduleProblem[] }> {
  const { built, problems } = await buildDocument(db, station, draft);
  if (built === null) return { checked: null, problems };
  const check = await simulator.ask({
    kind: 'check',
    text: Buffer.from(built.text),
    committed_at: now(),
    running: await loadRunning(db, station.id, now()),
  });
  if (check.problems.length > 0) {
    return {
      checked: null,
      problems: await presentProblems(db, station.id, draft, check.problems),
    };
  }
  const { text: _, ...uses } = built;
  const figures = check.figures && presentFigures(check.figures);
  return { checked: { ...uses, document: check.document, figures }, problems: [] };
}

/**
 * Publishes the draft as a revision, and puts the station on air here.
 * @throws `not_found`; `schedule_changed`; `schedule_refused`
 */
export async function publish(
  deps: ScheduleDeps,
  actor: Actor,
  asked: { stationId: string; draft_version: number; newest: Newest; note?: string | undefined },
): Promise<void> {
  const { stationId, draft_version, newest, note } = asked;
  const rows = await deps.db.transaction((trx) => lockSchedule(trx, stationId));
  requireDraft(rows, draft_version);
  requireNewest(rows, newest);
  const draft = await draftOf(deps.db, rows);
  // The simulation takes about a second, so it comes before the transaction.
  const { checked, problems } = await checkDraft(deps, rows.station, draft);
  if (!checked) throw new AppError('schedule_refused', { data: { problems } });
  await deps.db.transaction(async (trx) => {
    const now = await lockSchedule(trx, stationId);
    requireDraft(now, draft_version);
    requireNewest(now, newest);
    if (!now.schedule) await writeDraft(trx, actor, now, draft);
    const number = await addRevision(trx, actor, now, { ...checked, draft, note, cause: 'admin' });
    await audit(trx, actor, {
      action: 'publish_schedule',
      user_id: now.station.user_id,
      after: { revision: number, note: note ?? null },
    });
    await mailAboutProgramme(deps, trx, now);
  });
}

/** Tells a member that their own programme is there: it waits for their yes, or has replaced the starter programme. */
async function mailAboutProgramme(
  { waitsForApproval, publicUrl }: ScheduleDeps,
  trx: Knex,
  before: ScheduleRows,
): Promise<void> {
  const { station, newest } = before;
  const about = presentMailedStation(station, publicUrl);
  if (station.status === 'active' && station.starter_since !== null) {
    await mailMember(trx, station, ownProgramme(about));
    return;
  }
  const published = await RadioStation.read(trx, station.id);
  const { state, answered } = await approvalOf(trx, published);
  if (state !== 'waiting') return;
  // Once for each answer: an admin may publish several times in a row.
  const isAskedAnew =
    !station.is_on_air_here || newest?.cause === 'starter' || answered?.revision === newest?.number;
  const isAwaited =
    answered !== undefined || (await needsApproval(trx, published, waitsForApproval));
  if (isAskedAnew && isAwaited) await mailMember(trx, station, stationReady(about));
}

/** Mails the member of a station, if they have an address. */
export async function mailMember(
  trx: Knex,
  { user_id }: RadioStation,
  mail: MailContent,
): Promise<void> {
  const to = await emailOf(trx, user_id);
  if (to !== null) await queueMail(trx, to, mail);
}

/** A revision to come. Without a document it takes the station off air. */
interface NewRevision extends Partial<Omit<BuiltDocument, 'text'>> {
  document: Uint8Array | null;
  /** Of its simulation: what it promises. */
  figures?: PromiseFigures | null;
  draft: ScheduleDraft | null;
  cause: ScheduleRevision['cause'];
  note?: string | null | undefined;
  restored_from?: number;
  /** Default: now. */
  committed_at?: Date;
}

/** Adds a revision, whose row the caller holds. @returns its number */
export async function addRevision(
  trx: Knex,
  actor: Pick<Actor, 'id'>,
  { station, newest }: ScheduleRows,
  revision: NewRevision,
): Promise<number> {
  const {
    document,
    draft,
    cause,
    note = null,
    restored_from = null,
    committed_at = null,
  } = revision;
  const { playlists = [], asset_ids = [], prepared_file_ids = [], figures = null } = revision;
  const number = (newest?.number ?? 0) + 1;
  await trx('schedule_revisions').insert({
    station_id: station.id,
    number,
    document: document && Buffer.from(document),
    draft: draft && JSON.stringify(draft),
    playlists: JSON.stringify(playlists),
    asset_ids,
    prepared_file_ids,
    figures: figures && JSON.stringify(figures),
    cause,
    note: note === '' ? null : note,
    restored_from,
    // Later than the one before, even if the database's clock was set back.
    committed_at: trx.raw(
      `greatest(coalesce(?, clock_timestamp()), (select max(committed_at) + interval '1 ms'
        from schedule_revisions where station_id = ?))`,
      [committed_at, station.id],
    ),
    committed_by: actor.id,
  });
  await trx('station_schedules')
    .where({ station_id: station.id })
    .update({ held_problems: null, held_since: null });
  const is_on_air_here = document !== null;
  // Renewed playlists leave the starter programme what it is.
  const starter_since = cause === 'playlist' ? station.starter_since : null;
  const look = is_on_air_here ? await wishedLook(trx, station) : {};
  const change = { is_on_air_here, starter_since, ...look };
  if (!isDeepStrictEqual({ ...station, ...change }, { ...station })) {
    await RadioStation.change(trx, station.id, change);
  }
  return number;
}

type EarlierRevision = CheckedDraft & { draft: ScheduleDraft };

/**
 * Publishes an earlier revision again and makes it the draft.
 * @throws `not_found`, also for one that took the station off air; `schedule_changed`
 */
export async function restore(
  deps: ScheduleDeps,
  actor: Actor,
  asked: { stationId: string; number: number; newest: Newest; note?: string | undefined },
): Promise<void> {
  const { stationId, number, newest, note } = asked;
  await deps.db.transaction(async (trx) => {
    const rows = await lockSchedule(trx, stationId);
    requireNewest(rows, newest);
    const earlier: EarlierRevision | undefined = await trx('schedule_revisions')
      .where({ station_id: stationId, number })
      .whereNotNull('document')
      .first('document', 'draft', 'playlists', 'asset_ids', 'prepared_file_ids', 'figures');
    if (!earlier) throw new AppError('not_found');
    await writeDraft(trx, actor, rows, earlier.draft);
    const added = await addRevision(trx, actor, rows, {
      ...earlier,
      cause: 'restore',
      note,
      restored_from: number,
    });
    await audit(trx, actor, {
      action: 'restore_schedule',
      user_id: rows.station.user_id,
      after: { revision: added, restored_from: number },
    });
    await mailAboutProgramme(deps, trx, rows);
  });
}

/**
 * Ends the stream. An active station becomes inactive, and its member gets the mail that the status always brings.
 * @throws `not_found`; `schedule_changed`; `not_on_air_here`
 */
export async function takeOffAir(
  { db, publicUrl }: ScheduleDeps,
  actor: Actor,
  asked: { stationId: string; newest: Newest; note?: string | undefined },
): Promise<void> {
  const { stationId, newest, note } = asked;
  await db.transaction(async (trx) => {
    const rows = await lockSchedule(trx, stationId);
    const { station } = rows;
    if (!station.is_on_air_here) throw new AppError('not_on_air_here');
    requireNewest(rows, newest);
    const off = { document: null, draft: null, cause: 'off_air', note } as const;
    const number = await addRevision(trx, actor, rows, off);
    if (station.status === 'active') {
      await RadioStation.change(trx, station.id, { status: 'inactive' });
      const silent = await RadioStation.read(trx, station.id);
      await mailMember(trx, station, stationOffAir(presentMailedStation(silent, publicUrl)));
    }
    await audit(trx, actor, {
      action: 'take_off_air',
      user_id: station.user_id,
      after: { revision: number },
    });
  });
}

/** @throws `not_found`; `not_on_air_here` */
export async function requireOnAir(db: Knex, stationId: string): Promise<RadioStation> {
  const station = await findStation(db, stationId);
  if (!station.is_on_air_here) throw new AppError('not_on_air_here');
  return station;
}
