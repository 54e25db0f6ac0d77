// The starter programme: a new station plays it from the payment and the setup form until the team has built its own one.
import type { Knex } from 'knex';
import { raw } from 'objection';
import { isDeepStrictEqual } from 'node:util';
import type { StarterNote } from '../../contract/admin/customers.ts';
import { DEFAULT_SEPARATION } from '../../contract/schedule/values.ts';
import { MIN_STARTER_SONGS, type StarterUse } from '../../contract/setup/values.ts';
import type { ScheduleDraft } from '../../contract/schedule/draft.ts';
import type { ScheduleProblem } from '../../contract/schedule/schemas.ts';
import { Profile } from '../accounts/profile.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../process/log.ts';
import { starterPlaylists, type StarterPlaylist } from '../library/starters.ts';
import { queueMail } from '../mail/send-mail.ts';
import { draftFromSetup } from '../schedule/draft.ts';
import {
  addRevision,
  checkDraft,
  mailMember,
  type CheckedDraft,
  type ScheduleDeps,
} from '../schedule/publish.ts';
import { lockSchedule, readSchedule, type ScheduleRows } from '../schedule/schedule-rows.ts';
import { needsApproval } from '../stations/approval-state.ts';
import { isUntouched, queueStarter } from '../stations/start-programme.ts';
import { stationLive, stationReady } from '../stations/station-mails.tsx';
import { presentMailedStation, RadioStation } from '../stations/station.ts';
import { wishedLook } from '../stations/wished-look.ts';
import { acceptTake } from '../voices/accept-take.ts';
import { speakScript } from '../voices/speak-radio-id.ts';
import { chooseVoice, readScripts, takeOf } from '../voices/spoken-rows.ts';
import { canRead } from '../voices/spoken-text.ts';
import type { VoiceMaker } from '../voices/voice-maker.ts';
import { stationsWithStarterNote } from '../stations/station-queries.ts';
import { emailOf } from '../accounts/user.ts';

/** The voice has this long, in ms. Then the music starts without it, to be on air within `STARTER_MINUTES`. */
const VOICE_MS = 45_000;
/** A take that is being prepared is looked at this often, in ms. */
const LOOK_MS = 2_000;

/** The program itself. */
const PROGRAM: Actor = { id: null, ip: null };

export interface StarterDeps extends ScheduleDeps {
  storage: Storage;
  voices: VoiceMaker;
  uploadsDir: string;
  publicUrl: string;
  log: Logger;
}

/** Puts the starter programme of a station on air, once. Does nothing for a station that has any music already. */
export async function startProgramme(
  deps: StarterDeps,
  { station_id, asked_at }: { station_id: string; asked_at: string },
): Promise<void> {
  const { db, log } = deps;
  const rows = await readSchedule(db, station_id).catch(ignoreNotFound);
  if (!rows) return;
  const { station } = rows;
  if (!isNew(rows)) {
    // Our team has begun to build it.
    if (isUntouched(station)) await leaveToTeam(db, station);
    return;
  }
  const profile = await Profile.find(db, station.user_id);
  if (!profile?.setup_form_submitted) return;
  try {
    await startStation(deps, { station, profile, asked_at });
  } catch (error) {
    log.warn({ station: station.id, err: error }, 'a starter programme failed');
    await noteStarter(deps, station, {
      code: 'failed',
      message: 'The starter programme could not be prepared, because of an error of the program.',
      mend: 'It is tried again automatically.',
      playlist_id: null,
    });
    throw error;
  }
}

/** Starts all stations that have been refused a starter programme: a playlist may have got its songs meanwhile. */
export async function startWaiting({ db }: Pick<StarterDeps, 'db'>): Promise<void> {
  for (const station of await stationsWithStarterNote(db)) await queueStarter(db, station);
}

const leaveToTeam = (db: Knex, { id }: RadioStation) =>
  RadioStation.change(db, id, { starter_asked_at: null, starter_note: null });

type Note = Omit<StarterNote, 'at'>;

/** Keeps why a station is not on air with a starter programme, and logs each new reason once. */
async function noteStarter({ db, log, now }: StarterDeps, station: RadioStation, note: Note) {
  const { at: _, ...known } = station.starter_note ?? { at: null };
  if (isDeepStrictEqual(known, note)) return;
  const { message } = note;
  log.warn({ station: station.id, message }, 'a starter programme could not be put on air');
  await db.transaction(async (trx) => {
    const starter_note = { ...note, at: new Date(now()).toISOString() };
    await RadioStation.change(trx, station.id, { starter_note });
    const { user_id } = station;
    await audit(trx, PROGRAM, { action: 'fail_starter', user_id, after: { message } });
  });
}

interface Start {
  station: RadioStation;
  profile: Profile;
  asked_at: string;
}

async function startStation(
  deps: StarterDeps,
  { station, profile, asked_at }: Start,
): Promise<void> {
  const { db, now, log } = deps;
  const { usable, reason } = choosePlaylists(await starterPlaylists(db), profile);
  if (usable.length === 0) {
    await noteStarter(deps, station, reason);
    return;
  }
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
  const asset_id = name === 'getting_ready' ? null : name;
  await putOnAir(deps, station, { playlists: usable, asset_id, profile });
}

function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof AppError) || error.kind !== 'not_found') throw error;
}

/** No admin has begun to build it. */
const isNew = ({ station, schedule, newest }: ScheduleRows): boolean =>
  isUntouched(station) && schedule === undefined && newest === undefined;

/**
 * The playlists that a station can start with: the one of its industry, then the one for all.
 * @returns the reason where no playlist is usable, too
 */
function choosePlaylists(
  playlists: readonly StarterPlaylist[],
  { industry, music_wishes }: Pick<Profile, 'industry' | 'music_wishes'>,
): { usable: StarterPlaylist[]; reason: Note } {
  const uses: StarterUse[] = industry === null ? ['any'] : [industry, 'any'];
  const named = uses.flatMap(
    (use) => playlists.find(({ starter_for }) => starter_for.includes(use)) ?? [],
  );
  const allowsExplicit = music_wishes?.explicit_songs !== false;
  const usable = [...new Set(named)].filter(
    ({ songs, explicit_songs }) =>
      songs >= MIN_STARTER_SONGS && (allowsExplicit || explicit_songs === 0),
  );
  const [first] = named;
  const reason: Note = {
    code: 'no_playlist',
    message: first ? reasonOf(first) : 'No starter playlist is chosen for its kind of place.',
    mend: first ? 'Change it, or choose another.' : 'Choose one.',
    playlist_id: first?.id ?? null,
  };
  return { usable, reason };
}

function reasonOf({ name, songs }: StarterPlaylist): string {
  if (songs >= MIN_STARTER_SONGS) {
    return `The starter playlist “${name}” has explicit songs, which this station refuses.`;
  }
  return songs === 0
    ? `The starter playlist “${name}” has no song that is ready for the air.`
    : `The starter playlist “${name}” has 1 song, which would air twice in a row.`;
}

/**
 * Has the first script of the form spoken, or the station’s name.
 * @returns the id of the radio ID; null: there is no voice for it
 */
async function spokenName(
  deps: StarterDeps,
  profile: Profile,
): Promise<string | 'getting_ready' | null> {
  const { db, voices } = deps;
  const userId = profile.user_id;
  const voice = chooseVoice(voices.voices, profile);
  const [script] = (await readScripts(db, userId)).scripts;
  if (!voice || !script || !canRead(voice, script.script)) return null;
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

interface Starter {
  /** The first one that holds the rules airs. */
  playlists: readonly StarterPlaylist[];
  /** The spoken name; null: none. */
  asset_id: string | null;
  profile: Profile;
}

/** Publishes the starter programme, unless another programme has been published meanwhile. */
async function putOnAir(deps: StarterDeps, station: RadioStation, starter: Starter): Promise<void> {
  const { db, log, now, waitsForApproval } = deps;
  const found = await findProgramme(deps, station, starter);
  if (!found.checked) {
    const [playlist] = starter.playlists;
    await noteStarter(deps, station, {
      code: 'refused',
      message: `A programme of the starter playlist “${playlist?.name}” breaks a rule. ${found.reason}`,
      mend: 'Change it, or choose another.',
      playlist_id: playlist?.id ?? null,
    });
    return;
  }
  const { checked, draft, playlist } = found;
  await db.transaction(async (trx) => {
    const rows = await lockSchedule(trx, station.id);
    if (!isNew(rows)) return;
    const revision = await addRevision(trx, PROGRAM, rows, { ...checked, draft, cause: 'starter' });
    const note = shortNote(playlist, draft);
    const starter_note = note && { ...note, at: new Date(now()).toISOString() };
    await RadioStation.change(trx, station.id, { starter_since: raw('now()'), starter_note });
    const started = await RadioStation.read(trx, station.id);
    const { user_id } = started;
    await audit(trx, PROGRAM, { action: 'start_programme', user_id, after: { revision } });
    if (await needsApproval(trx, started, waitsForApproval))
      await mailMember(trx, started, stationReady(presentMailedStation(started, deps.publicUrl)));
    else await openWithStarter(deps, trx, started);
  });
  log.info({ station: station.id }, 'a starter programme is on air');
}

type Programme =
  | { checked: CheckedDraft; draft: ScheduleDraft; playlist: StarterPlaylist }
  | { checked: null; reason: string };

async function findProgramme(
  deps: StarterDeps,
  station: RadioStation,
  { playlists, asset_id, profile }: Starter,
): Promise<Programme> {
  const fromSetup = await draftFromSetup(deps.db, station);
  let reason = '';
  for (const playlist of playlists) {
    const found = await checkMended(deps, station, {
      ...fromSetup,
      playlists: [{ playlist_id: playlist.id, weight: 1 }],
      day_parts: [],
      separation: separationFor(playlist),
      radio_ids:
        asset_id === null ? null : { items: [asset_id], every_minutes: profile.radio_id_frequency },
      breaks: null,
    });
    if (found.checked) return { checked: found.checked, draft: found.draft, playlist };
    reason ||= found.problems[0]?.message ?? '';
  }
  return { checked: null, reason };
}

const HOUR_SECONDS = 60 * 60;

/** A song never follows itself, not even after a radio ID: so much is added to the longest song, in seconds. */
const BETWEEN_SECONDS = 60;

/** Some songs may be rated “never” later, so the usual rules want a playlist that is so much longer. */
const ROOM = 1.25;

/** The usual separation, or what a short playlist can hold: a song again after half the playlist at the earliest. */
function separationFor(playlist: StarterPlaylist): ScheduleDraft['separation'] {
  const { songs, seconds, longest_seconds, songs_of_artist } = playlist;
  const { title_hours, artist_tracks } = DEFAULT_SEPARATION;
  const between = Math.max(seconds / 2, longest_seconds + BETWEEN_SECONDS);
  const fits = Math.floor((Math.min(seconds, between) / HOUR_SECONDS) * 1_000) / 1_000;
  const others = Math.floor((songs / songs_of_artist - 1) / 2);
  return {
    title_hours: seconds >= ROOM * title_hours * HOUR_SECONDS ? title_hours : fits,
    artist_tracks: Math.max(0, Math.min(artist_tracks, others)),
  };
}

/** Says how a programme gives way because its playlist is short; null: it does not. */
function shortNote(
  { id, name, is_in_order, songs, seconds }: StarterPlaylist,
  { separation }: ScheduleDraft,
): Note | null {
  if (separation.title_hours >= DEFAULT_SEPARATION.title_hours) return null;
  const again = is_in_order ? seconds : separation.title_hours * HOUR_SECONDS;
  const minutes = Math.max(1, Math.floor(again / 60));
  return {
    code: 'short',
    message: `The starter playlist “${name}” is ${songs} songs long: it can repeat after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    mend: 'Use it, or choose another.',
    playlist_id: id,
  };
}

/** One problem may hide another. */
const MOST_CHECKS = 5;

/**
 * Checks a draft, and gives way where it can't hold its promises: a playlist that is too short for the usual separation
 * gets a shorter one, radio IDs that come too often for long songs come less often or not at all.
 */
async function checkMended(deps: StarterDeps, station: RadioStation, draft: ScheduleDraft) {
  for (let tries = 1; ; tries += 1) {
    const found = await checkDraft(deps, station, draft);
    const changed = structuredClone(draft);
    const isMendable = found.problems.every((problem) => giveWay(changed, problem));
    if (found.checked || !isMendable || tries === MOST_CHECKS) return { ...found, draft };
    draft = changed;
  }
}

/** Changes a draft by the mend that the check names, or else by leaving out the rule. @returns whether it could */
function giveWay(draft: ScheduleDraft, { code, mends }: ScheduleProblem): boolean {
  const change = mends.find((mend) => mend.change !== null)?.change;
  if (change) {
    const [part = '', name = ''] = change.field.split('.');
    Reflect.set(Object(Reflect.get(draft, part)), name, change.value);
  } else if (code === 'title_repeats') {
    draft.separation.title_hours /= 2;
  } else if (code === 'artist_repeats') {
    draft.separation.artist_tracks = 0;
  } else if (code === 'radio_ids_missed') {
    draft.radio_ids = null;
  } else return false;
  return true;
}

/** Opens the station’s page with its starter programme. The caller holds the station’s row. */
export async function openWithStarter(
  { publicUrl }: Pick<StarterDeps, 'publicUrl'>,
  trx: Knex,
  station: RadioStation,
): Promise<void> {
  await RadioStation.change(trx, station.id, {
    ...(await wishedLook(trx, station)),
    status: 'active',
    setup_completed_at: raw('now()'),
  });
  const live = await RadioStation.read(trx, station.id);
  const to = await emailOf(trx, live.user_id);
  if (to === null) return;
  const of = { ...presentMailedStation(live, publicUrl), is_starter: true };
  await queueMail(trx, to, stationLive(of));
}
