// The starter programme: a new station plays it from the payment and the setup form until the team has built its own one.
import type { Knex } from 'knex';
import { raw } from 'objection';
import type { Industry } from '../../contract/limits.ts';
import type { ScheduleDraft } from '../../contract/schedule.ts';
import { Profile } from '../accounts/profile.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { AppError } from '../errors.ts';
import { taskFor, type Task } from '../jobs/job.ts';
import type { Logger } from '../log.ts';
import { queueMail } from '../mail/send-mail.ts';
import { draftFromSetup } from '../schedule/draft.ts';
import { addRevision, checkDraft, mailMember, type ScheduleDeps } from '../schedule/publish.ts';
import { lockSchedule, readSchedule, type ScheduleRows } from '../schedule/schedule-rows.ts';
import { needsYes } from '../stations/approval-state.ts';
import { isUntouched, queueStarter, START_PROGRAMME } from '../stations/start-programme.ts';
import { presentPublicStation, RadioStation } from '../stations/station.ts';
import { acceptTake } from '../voices/accept-take.ts';
import { speakScript } from '../voices/speak-radio-id.ts';
import { chooseVoice, readScripts } from '../voices/spoken-rows.ts';
import type { VoiceMaker } from '../voices/voice-maker.ts';

/** The voice has this long, in ms. Then the music starts without it, to be on air within `STARTER_MINUTES`. */
const VOICE_MS = 45_000;
/** A take that is being prepared is looked at this often, in ms. */
const LOOK_MS = 2_000;

/** The program itself. */
const PROGRAM: Actor = { id: null, ip: null };

interface Deps extends ScheduleDeps {
  storage: Storage;
  voices: VoiceMaker;
  uploadsDir: string;
  publicUrl: string;
  log: Logger;
}

/** Puts the starter programme of a station on air, once. Does nothing for a station that has any music already. */
export function startProgrammeTask(deps: Deps): Task {
  const { db, now, log } = deps;
  return taskFor(START_PROGRAMME, async ({ station_id, asked_at }) => {
    const rows = await readSchedule(db, station_id).catch(ignoreNotFound);
    if (!rows || !isNew(rows)) return;
    const { station } = rows;
    const profile = await Profile.query(db).findOne({ user_id: station.user_id });
    if (!profile?.setup_form_submitted) return;
    const playlist_id = await starterPlaylist(db, profile);
    if (playlist_id === undefined) return;
    const isPatient = now() - Date.parse(asked_at) < VOICE_MS;
    const name = await spokenName(deps, profile).catch((error: unknown) => {
      // The music must not wait for the voice.
      log.warn({ station: station.id, err: error }, 'the name of a station was not spoken');
      return null;
    });
    if (name === 'getting_ready' && isPatient) {
      await queueStarter(db, station, { asked_at, runAt: new Date(now() + LOOK_MS) });
      return;
    }
    const music = [{ playlist_id, weight: 1 }];
    const asset_id = name === 'getting_ready' ? null : name;
    await putOnAir(deps, station, { music, asset_id, profile });
  });
}

function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof AppError) || error.kind !== 'not_found') throw error;
}

/** No admin has begun to build it. */
const isNew = ({ station, schedule, newest }: ScheduleRows): boolean =>
  isUntouched(station) && schedule === undefined && newest === undefined;

/** The operator’s starter playlist for a kind of place, else the one for all. Archived and empty ones are left out. */
const CHOOSE = `
  select p.id from playlists p
  cross join lateral (
    select track_ids from playlist_versions where playlist_id = p.id order by number desc limit 1
  ) v
  where p.starter_for && array['any', :industry] and p.archived_at is null and cardinality(v.track_ids) > 0
    and (:explicit or not exists (
      select from library_tracks where id = any(v.track_ids) and is_explicit and retired_at is null
    ))
  order by :industry = any(p.starter_for) desc, p.id limit 1`;

async function starterPlaylist(
  db: Knex,
  { industry, music_wishes }: Pick<Profile, 'industry' | 'music_wishes'>,
): Promise<string | undefined> {
  const explicit = music_wishes?.explicit_songs !== false;
  const asked: { industry: Industry | 'any'; explicit: boolean } = {
    industry: industry ?? 'any',
    explicit,
  };
  const { rows } = await db.raw<{ rows: { id: string }[] }>(CHOOSE, { ...asked });
  return rows[0]?.id;
}

/**
 * Has the first script of the form spoken, or the station’s name.
 * @returns the id of the radio ID; null: there is no voice for it
 */
async function spokenName(
  deps: Deps,
  { user_id: userId, voice_preference }: Profile,
): Promise<string | 'getting_ready' | null> {
  const { db, voices } = deps;
  const voice = chooseVoice(voices.voices, voice_preference);
  const [script] = (await readScripts(db, userId)).scripts;
  if (!voice || !script) return null;
  const { id, script: text } = script;
  const take = await takeOf(db, id);
  if (!take) {
    await speakScript(deps, PROGRAM, { userId, id, text, voice_id: voice.id });
    return 'getting_ready';
  }
  if (take.problem !== null || take.state === 'failed') return null;
  if (take.state !== 'ready') return 'getting_ready';
  await acceptTake(deps, PROGRAM, { userId, id, take_id: take.take_id });
  return (await takeOf(db, id))?.asset_id ?? null;
}

const takeOf = (db: Knex, id: string) =>
  db('spoken_ids as s')
    .leftJoin('prepared_files as f', 'f.id', 's.prepared_file_id')
    .where('s.id', id)
    .first<
      | { take_id: string; problem: string | null; asset_id: string | null; state: string | null }
      | undefined
    >('s.take_id', 's.problem', 's.asset_id', 'f.state');

interface Starter {
  music: ScheduleDraft['playlists'];
  /** The spoken name; null: none. */
  asset_id: string | null;
  profile: Profile;
}

/** Publishes the starter programme, unless another programme has been published meanwhile. */
async function putOnAir(deps: Deps, station: RadioStation, starter: Starter): Promise<void> {
  const { db, log, waitsForApproval } = deps;
  const { music, asset_id, profile } = starter;
  const draft: ScheduleDraft = {
    ...(await draftFromSetup(db, station)),
    playlists: music,
    day_parts: [],
    radio_ids:
      asset_id === null ? null : { items: [asset_id], every_minutes: profile.radio_id_frequency },
    breaks: null,
  };
  const found = await checkMended(deps, station, draft);
  if (!found.checked) {
    const { problems } = found;
    log.warn({ station: station.id, problems }, 'a starter programme could not be put on air');
    return;
  }
  const { checked, draft: kept } = found;
  await db.transaction(async (trx) => {
    const rows = await lockSchedule(trx, station.id);
    if (!isNew(rows)) return;
    const revision = await addRevision(trx, PROGRAM, rows, {
      ...checked,
      draft: kept,
      cause: 'starter',
    });
    const started = await RadioStation.query(trx).patchAndFetchById(station.id, {
      starter_since: raw('now()'),
      station_name: profile.station_name_request ?? rows.station.station_name,
    });
    const { user_id } = started;
    await audit(trx, PROGRAM, { action: 'start_programme', user_id, after: { revision } });
    if (await needsYes(trx, started, waitsForApproval))
      await mailMember(trx, started, 'station-ready');
    else await goLive(deps, trx, started);
  });
  log.info({ station: station.id }, 'a starter programme is on air');
}

/** One problem may hide another. */
const MOST_CHECKS = 4;

/**
 * Checks a draft, and gives way where it can't hold its promises: a playlist that is too short for the usual separation
 * gets a shorter one, radio IDs that come too often for long songs come less often.
 */
async function checkMended(deps: Deps, station: RadioStation, draft: ScheduleDraft) {
  for (let tries = 1; ; tries += 1) {
    const found = await checkDraft(deps, station, draft);
    const changes = found.problems.map(
      ({ mends }) => mends.find(({ change }) => change !== null)?.change,
    );
    const isMendable = changes.length > 0 && changes.every((change) => change);
    if (found.checked || !isMendable || tries === MOST_CHECKS) return { ...found, draft };
    draft = structuredClone(draft);
    for (const change of changes) {
      const [part = '', name = ''] = change?.field.split('.') ?? [];
      Reflect.set(Object(Reflect.get(draft, part)), name, change?.value);
    }
  }
}

/** Opens the station’s page with its starter programme. The caller holds the station’s row. */
export async function goLive(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  trx: Knex,
  station: RadioStation,
): Promise<void> {
  const live = await RadioStation.query(trx).patchAndFetchById(station.id, {
    status: 'active',
    setup_completed_at: raw('now()'),
  });
  const user = await trx('users')
    .where({ id: live.user_id })
    .whereNull('departed_at')
    .first('email');
  if (!user?.email) return;
  const { station_url } = presentPublicStation(live, publicUrl);
  const { accent_colour } = live;
  const of = { to: user.email, station_url, accent_colour, is_starter: true };
  await queueMail(trx, { message: 'station-live', ...of });
}
