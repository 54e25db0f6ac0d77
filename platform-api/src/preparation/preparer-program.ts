// The thread of preparation: one sound file or one mix per request, several at a time.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { PreparationProblem } from '../../contract/assets/preparation.ts';
import type { CutRendition } from './cut-rendition.ts';
import { createEmbeddedEngine } from './embedded-engine.ts';
import { openFfmpeg } from './ffmpeg.ts';
import { Unpreparable, type RenditionName, type RunLimits } from './media-engine.ts';
import { mix, type MixOrder } from './mix.ts';
import {
  addRendition,
  measureSeguePoints,
  prepareSound,
  type PreparedMp3,
  type PreparedSound,
} from './prepare-sound.ts';
import { LOW_PRIORITY, ProgramFailed } from './run-program.ts';
import type { SeguePoints } from './segue-points.ts';

/** An act of the preparer, with its arguments. */
export type PreparerWork =
  | { act: 'prepare'; path: string; limits: Omit<RunLimits, 'signal'> }
  | {
      act: 'add';
      file: PreparedMp3 & { name: RenditionName };
      limits: Omit<RunLimits, 'signal' | 'max_seconds'>;
    }
  | { act: 'measure'; file: PreparedMp3; limits: Omit<RunLimits, 'signal' | 'max_seconds'> }
  | { act: 'mix'; orders: MixOrder[] };

/** A message to the thread. */
export interface PreparerRequest {
  id: number;
  work: PreparerWork;
  signal: AbortSignal;
}

/** Why nothing came of a request. */
export interface Failure {
  error: Error;
  problem?: PreparationProblem;
  isKilled?: boolean;
}

type Answer<Value> = { value: Value } | { failure: Failure };

/** Of an order among several. */
export type MadeMix = Answer<Uint8Array>;

/** The thread's answer to a request: what came of it, or why nothing did. */
export type PreparerAnswer = { id: number } & Answer<
  PreparedSound | CutRendition | SeguePoints | MadeMix[]
>;

const { ffmpeg } = workerData as { ffmpeg: string | null };
const opened = (ffmpeg === null ? Promise.resolve(null) : openFfmpeg(ffmpeg)).then(
  (engine) => engine ?? createEmbeddedEngine(),
);

async function answer({ work, signal }: PreparerRequest) {
  const engine = await opened;
  switch (work.act) {
    case 'prepare':
      return prepareSound(engine, work.path, { ...work.limits, signal });
    case 'add':
      return addRendition(engine, work.file, { ...work.limits, signal });
    case 'measure':
      return measureSeguePoints(engine, work.file, { ...work.limits, signal });
    case 'mix':
      return (await mix(engine, work.orders, { signal })).map((made): MadeMix =>
        made.status === 'fulfilled'
          ? // A copy: small buffers share memory with others, which would be sent too.
            { value: new Uint8Array(made.value) }
          : { failure: failureOf(made.reason) },
      );
  }
}

// Linux takes 0 for the calling thread alone (setpriority(2)); elsewhere it is the whole process.
if (process.platform === 'linux') setPriority(0, LOW_PRIORITY);

parentPort?.on('message', (request: PreparerRequest) => {
  const { id } = request;
  const post = (message: PreparerAnswer): void => parentPort?.postMessage(message, []);
  answer(request).then(
    (value) => post({ id, value }),
    (error: unknown) => post({ id, failure: failureOf(error) }),
  );
});

function failureOf(error: unknown): Failure {
  if (error instanceof Unpreparable) return { error, problem: error.problem };
  if (error instanceof ProgramFailed) return { error, isKilled: error.isKilled };
  return { error: error instanceof Error ? error : new Error(String(error)) };
}
