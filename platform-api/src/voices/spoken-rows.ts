import type { Knex } from 'knex';
import { v5 as uuidv5 } from 'uuid';
import type { z } from 'zod';
import { soundProblem, type PreparationProblem } from '../../contract/assets/preparation.ts';
import { SPEECH_MESSAGES, type SpokenId, type Voice } from '../../contract/voices/calls.ts';
import { countryCode } from '../accounts/countries.ts';
import { Profile, radioIdTexts } from '../accounts/profile.ts';
import { assetUrl } from '../assets/asset-address.ts';
import { AppError } from '../errors.ts';
import type { TrackFiles } from '../library/track-files.ts';
import type { PreparedFile } from '../preparation/prepared-files.ts';
import type { SpeechProblem } from './voice-maker.ts';
import type { ModelObject } from 'objection';
import type { SpokenScript } from './table.ts';
import { requireUser } from '../accounts/user.ts';
import { soundAsJson, measuredSounds } from '../preparation/sound-queries.ts';
import { storedAsJson } from '../assets/asset-queries.ts';

/** A row of spoken_ids: the newest take of a script, and the accepted one. */
export type SpokenRow = ModelObject<SpokenScript>;

/** A row with its prepared file, and with its asset as long as that is stored. */
interface KnownRow extends SpokenRow {
  file: Pick<
    PreparedFile,
    'state' | 'problem' | 'renditions' | 'duration_seconds' | 'peaks'
  > | null;
  asset: {
    id: string;
    storage_key: string;
    version: string;
    duration_seconds: number | null;
    peaks: number[] | null;
  } | null;
}

const SOUND_COLUMNS = ['state', 'problem', 'renditions', 'duration_seconds', 'peaks'] as const;
const ASSET_COLUMNS = ['id', 'storage_key', 'version', 'duration_seconds', 'peaks'] as const;

/** The namespace of the ids of scripts (RFC 9562, §5.5): an arbitrary one. */
const NAMESPACE = '0d0c1d1e-9a57-4d2c-8a4b-6c1f3f6f2b6e';

/** A script has no id of its own: this one changes with its text. */
export const scriptId = (userId: string, script: string): string =>
  uuidv5(JSON.stringify([userId, script]), NAMESPACE);

/** A script of the setup form, or the station’s name in a sentence where the form has none. */
export interface Script {
  id: string;
  script: string;
}

/** A customer's profile and the scripts in it. @throws `not_found` */
export async function readScripts(
  db: Knex,
  userId: string,
): Promise<{ profile: Profile; scripts: Script[] }> {
  await requireUser(db, userId);
  const profile = await Profile.ofUser(db, { id: userId });
  return {
    profile,
    scripts: radioIdTexts(profile).map((script) => ({ id: scriptId(userId, script), script })),
  };
}

/** @throws `script_changed` when the customer's form does not have it (any more) */
export async function requireScript(db: Knex, userId: string, id: string): Promise<Script> {
  const { scripts } = await readScripts(db, userId).catch((error: unknown) => {
    if (error instanceof AppError && error.kind === 'not_found') return { scripts: [] };
    throw error;
  });
  const found = scripts.find((script) => script.id === id);
  if (!found) throw new AppError('script_changed');
  return found;
}

const rowsOf = (db: Knex, userId: string): Promise<KnownRow[]> =>
  db('spoken_ids')
    .where({ user_id: userId })
    .orderBy(['taken_at', 'id'])
    .select(
      'spoken_ids.*',
      db.raw(`${soundAsJson('spoken_ids.prepared_file_id', SOUND_COLUMNS)} as file`),
      db.raw(`${storedAsJson('spoken_ids.asset_id', ASSET_COLUMNS)} as asset`),
    );

/** The parts of addresses. */
interface Presenting {
  files: TrackFiles;
  publicUrl: string;
}

/** Each script of a customer with its speech, then the speech of former scripts that still airs. */
export async function readSpokenIds(
  deps: Presenting & { db: Knex; voices: { voices: readonly Voice[] } },
  userId: string,
) {
  const { db, voices } = deps;
  const { profile, scripts } = await readScripts(db, userId);
  const rows = new Map((await rowsOf(db, userId)).map((row) => [row.id, row]));
  const current = scripts.map((script) => presentSpokenId(script, rows.get(script.id), deps));
  for (const { id } of scripts) rows.delete(id);
  const outdated = [...rows.values()]
    .filter(({ asset }) => asset !== null)
    .map((row) => ({ ...presentSpokenId(row, row, deps), is_outdated: true }));
  return {
    data: [...current, ...outdated],
    default_voice_id: chooseVoice(voices.voices, profile)?.id ?? null,
  };
}

/** One script. @throws `script_changed` */
export async function readSpokenId(
  deps: Presenting & { db: Knex },
  userId: string,
  id: string,
): Promise<z.input<typeof SpokenId>> {
  const script = await requireScript(deps.db, userId, id);
  const rows = await rowsOf(deps.db, userId);
  return presentSpokenId(
    script,
    rows.find((row) => row.id === id),
    deps,
  );
}

/** The customer’s wishes for a voice. */
type Suited = Pick<Profile, 'country' | 'voice_preference'>;

/**
 * The voices in the order in which they suit a customer: by the language of the country, then English; of the wanted
 * sex first; with the country's own accent first. Otherwise the best makers stay first.
 */
export function voicesFor(
  voices: readonly Voice[],
  { country, voice_preference }: Suited,
): Voice[] {
  const code = countryCode(country) ?? 'GB';
  // The likely language of a country (Unicode CLDR, likely subtags): 'und-AT' is German.
  const own = new Intl.Locale(`und-${code}`).maximize().language;
  const order = ({ language, sex }: Voice): number => {
    const spoken = new Intl.Locale(language).maximize();
    const byLanguage = spoken.language === own ? 0 : spoken.language === 'en' ? 1 : 2;
    return byLanguage * 4 + Number(sex !== voice_preference) * 2 + Number(spoken.region !== code);
  };
  return voices.toSorted((a, b) => order(a) - order(b));
}

/**
 * The voice for a customer's radio IDs; undefined where no voice is configured. The sentence for a form without scripts
 * is English (`readScripts`).
 */
export function chooseVoice(
  voices: readonly Voice[],
  { country, voice_preference, radio_id_texts }: Suited & Pick<Profile, 'radio_id_texts'>,
): Voice | undefined {
  const language = radio_id_texts.length === 0 ? 'United Kingdom' : country;
  return voicesFor(voices, { country: language, voice_preference })[0];
}

function presentSpokenId(
  { id, script }: Script,
  row: KnownRow | undefined,
  deps: Presenting,
): z.input<typeof SpokenId> {
  return {
    id,
    script,
    is_outdated: false,
    spoken_text: row?.spoken_text ?? script,
    take: row ? presentTake(row, deps.files) : null,
    accepted: row ? presentAccepted(row, deps.publicUrl) : null,
  };
}

function presentTake(row: KnownRow, files: TrackFiles): z.input<typeof SpokenId>['take'] {
  const { take_id, voice_id, spoken_text, file, taken_at } = row;
  const rendition = file?.renditions?.mp3_128;
  return {
    id: take_id,
    voice_id,
    text: voice_id === null ? null : spoken_text,
    ...soundStateOf(row),
    audio_url: rendition ? files.urlOf(rendition) : null,
    duration_seconds: file?.duration_seconds ?? null,
    peaks: file?.peaks ?? null,
    created_at: taken_at,
  };
}

/** The state of a take in words: it is spoken, then prepared. */
export function soundStateOf({
  problem,
  file,
}: {
  problem: SpeechProblem | null;
  file: Pick<PreparedFile, 'state' | 'problem'> | null;
}) {
  const fault: PreparationProblem | null = file?.problem ?? null;
  const message = problem
    ? SPEECH_MESSAGES[problem]
    : fault && file?.state === 'failed'
      ? soundProblem(fault)
      : null;
  if (message !== null) return { state: 'failed' as const, message };
  return {
    state: file?.state === 'ready' ? ('ready' as const) : ('getting_ready' as const),
    message,
  };
}

function presentAccepted(row: KnownRow, publicUrl: string): z.input<typeof SpokenId>['accepted'] {
  const { asset, accepted_take_id, accepted_at } = row;
  if (!asset || !accepted_take_id || !accepted_at) return null;
  return {
    take_id: accepted_take_id,
    asset_id: asset.id,
    voice_id: row.accepted_voice_id,
    text: row.accepted_text,
    audio_url: assetUrl(publicUrl, asset),
    duration_seconds: asset.duration_seconds,
    peaks: asset.peaks,
    accepted_at,
  };
}

/** The newest take of a script, with the state of its sound. */
export const takeOf = (
  db: Knex,
  id: string,
): Promise<
  (Pick<SpokenRow, 'take_id' | 'problem' | 'asset_id'> & { state: string | null }) | undefined
> =>
  db('spoken_ids as s')
    .leftJoin(measuredSounds(db).as('f'), 'f.id', 's.prepared_file_id')
    .where('s.id', id)
    .first('s.take_id', 's.problem', 's.asset_id', 'f.state');
