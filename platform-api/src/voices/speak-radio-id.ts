import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Storage } from '../assets/storage/storage.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { AppError } from '../errors.ts';
import { job, queueJob } from '../jobs/job.ts';
import type { Logger } from '../process/log.ts';
import { requestPreparation } from '../preparation/prepared-files.ts';
import { readScripts, requireScript, type SpokenRow } from './spoken-rows.ts';
import { problemOf, speakText, storeRecording } from './speech.ts';
import { requireReadable } from './spoken-text.ts';
import type { VoiceMaker } from './voice-maker.ts';
import { findSound } from '../preparation/sound-queries.ts';

interface SpeakDeps {
  db: Knex;
  storage: Storage;
  voices: VoiceMaker;
  /** A folder of this process, for files in work. */
  uploadsDir: string;
  log: Logger;
}

/** Speaks a take, and has it prepared. A take that was replaced meanwhile is left alone. */
export const SPEAK_RADIO_ID = job({
  name: 'speak_radio_id',
  payload: z.object({ spoken_id: z.uuid(), take_id: z.uuid() }),
  isSound: true,
  async run(deps: SpeakDeps, { spoken_id: id, take_id }, { attempt, signal }) {
    const { db, log } = deps;
    const row = await db('spoken_ids').where({ id, take_id }).first();
    if (!row || row.prepared_file_id !== null || row.voice_id === null) return;
    try {
      const { spoken_text: text, voice_id } = row;
      const source_hash = await speakText(deps, { text, voice_id }, signal);
      await db.transaction(async (trx) => {
        const { id: prepared_file_id } = await requestPreparation(trx, {
          source_hash,
          retry: true,
          member: row.user_id,
        });
        await trx('spoken_ids').where({ id, take_id }).update({ prepared_file_id, problem: null });
      });
    } catch (error) {
      const problem = signal.aborted ? null : problemOf(error, attempt);
      if (problem === null) throw error;
      log.warn({ spoken_id: id, problem, err: error }, 'a script could not be spoken');
      await db('spoken_ids').where({ id, take_id }).update({ problem });
    }
  },
});

/** Names a script of a customer. */
interface ScriptRef {
  userId: string;
  /** The script's id. */
  id: string;
}

/**
 * Has a script spoken. The same text and voice again keep the take, unless it failed.
 * @throws `script_changed`, `voice_not_found`; `validation_failed` for letters that the voice can't read
 */
export async function speakScript(
  { db, voices }: { db: Knex; voices: VoiceMaker },
  actor: Actor,
  { userId, id, text, voice_id }: ScriptRef & { text: string; voice_id: string },
): Promise<void> {
  const script = await requireScript(db, userId, id);
  const voice = voices.voices.find(({ id: known }) => known === voice_id);
  if (!voice) throw new AppError('voice_not_found');
  requireReadable(voice, text);
  await db.transaction(async (trx) => {
    const known = await lockRow(trx, id);
    const isKnown =
      known?.spoken_text === text && known.voice_id === voice_id && !(await hasFailed(trx, known));
    if (isKnown) return;
    const take_id = await newTake(trx, { ...script, userId, spoken_text: text, voice_id });
    await queueJob(trx, { ...SPEAK_RADIO_ID, member: userId }, { spoken_id: id, take_id }, id);
    await audit(trx, actor, {
      action: 'speak_radio_id',
      user_id: userId,
      after: { script: script.script, text, voice_id },
    });
  });
}

/** Takes a recording of a script. @throws `script_changed`, `storage_unavailable` */
export async function recordScript(
  { db, storage, uploadsDir }: { db: Knex; storage: Storage; uploadsDir: string },
  actor: Actor,
  { userId, id, bytes }: ScriptRef & { bytes: Buffer },
): Promise<void> {
  const script = await requireScript(db, userId, id);
  const source_hash = await storeRecording({ storage, uploadsDir }, bytes);
  await db.transaction(async (trx) => {
    const known = await lockRow(trx, id);
    const spoken_text = known?.spoken_text ?? script.script;
    await newTake(trx, { ...script, userId, spoken_text, voice_id: null });
    const { id: prepared_file_id } = await requestPreparation(trx, {
      source_hash,
      retry: true,
      member: userId,
    });
    await trx('spoken_ids').where({ id }).update({ prepared_file_id });
    await audit(trx, actor, {
      action: 'speak_radio_id',
      user_id: userId,
      after: { script: script.script, text: null, voice_id: null },
    });
  });
}

export const lockRow = (trx: Knex, id: string): Promise<SpokenRow | undefined> =>
  trx('spoken_ids').where({ id }).forUpdate().first();

async function hasFailed(trx: Knex, { problem, prepared_file_id }: SpokenRow): Promise<boolean> {
  if (problem) return true;
  const file = await findSound(trx, prepared_file_id);
  return file?.state === 'failed';
}

/** Also forgets takes of former scripts that no radio ID was made of. */
async function newTake(
  trx: Knex,
  {
    userId,
    ...given
  }: { userId: string } & Pick<SpokenRow, 'id' | 'script' | 'spoken_text' | 'voice_id'>,
): Promise<string> {
  const { scripts } = await readScripts(trx, userId);
  const current = scripts.map(({ id }) => id);
  await trx('spoken_ids')
    .where({ user_id: userId, asset_id: null })
    .whereNotIn('id', current)
    .delete();
  const take_id = uuidv7();
  const taken = {
    ...given,
    user_id: userId,
    take_id,
    problem: null,
    prepared_file_id: null,
    taken_at: trx.fn.now(),
  };
  await trx('spoken_ids').insert(taken).onConflict('id').merge();
  return take_id;
}
