import { transferableAbortSignal } from 'node:util';
import type { Worker } from 'node:worker_threads';
import type { CutRendition } from './cut-rendition.ts';
import {
  Unpreparable,
  type MediaEngine,
  type RenditionName,
  type RunLimits,
} from './media-engine.ts';
import { mix, type MixOrder } from './mix.ts';
import {
  addRendition,
  measureSeguePoints,
  prepareSound,
  type PreparedMp3,
  type PreparedSound,
} from './prepare-sound.ts';
import type {
  Failure,
  MadeMix,
  PreparerAnswer,
  PreparerRequest,
  PreparerWork,
} from './preparer-program.ts';
import { nodeProgram, ProgramFailed, startThread } from './run-program.ts';
import type { SeguePoints } from './segue-points.ts';

/** Prepares sound files with one engine. */
export interface Preparer {
  renditions: MediaEngine['renditions'];
  /** As the function of this name does. */
  prepareSound(path: string, limits: RunLimits): Promise<PreparedSound>;
  /** As the function of this name does. */
  addRendition(
    file: PreparedMp3 & { name: RenditionName },
    limits: Omit<RunLimits, 'max_seconds'>,
  ): Promise<CutRendition>;
  /** As the function of this name does. */
  measureSeguePoints(
    file: PreparedMp3,
    limits: Omit<RunLimits, 'max_seconds'>,
  ): Promise<SeguePoints>;
  /** As the function of this name does. It needs no files. */
  mix(
    orders: readonly MixOrder[],
    limits: { signal: AbortSignal },
  ): Promise<PromiseSettledResult<Buffer>[]>;
  close(): Promise<void>;
}

/** Prepares in the thread of the caller. */
export const createPreparer = (engine: MediaEngine): Preparer => ({
  renditions: engine.renditions,
  prepareSound: (path, limits) => prepareSound(engine, path, limits),
  addRendition: (file, limits) => addRendition(engine, file, limits),
  measureSeguePoints: (file, limits) => measureSeguePoints(engine, file, limits),
  mix: (orders, limits) => mix(engine, orders, limits),
  close: async () => undefined,
});

const PROGRAM = nodeProgram('preparer-program', import.meta.url);

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
  signal: AbortSignal;
}

/**
 * Prepares in a thread of its own: a minute of decoded sound is 11 MB, which would hold up requests and listeners. The
 * thread starts with the first work, and again after an error.
 */
export class PreparerThread implements Preparer {
  readonly renditions: Preparer['renditions'];
  readonly #ffmpeg: string | null;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #lastId = 0;

  /** @param ffmpeg the path of the engine's program; null: the embedded engine */
  constructor({ renditions }: MediaEngine, ffmpeg: string | null) {
    this.renditions = renditions;
    this.#ffmpeg = ffmpeg;
  }

  prepareSound(path: string, { signal, ...limits }: RunLimits): Promise<PreparedSound> {
    return this.#ask({ act: 'prepare', path, limits }, signal);
  }

  addRendition(
    file: PreparedMp3 & { name: RenditionName },
    { signal, ...limits }: Omit<RunLimits, 'max_seconds'>,
  ): Promise<CutRendition> {
    return this.#ask({ act: 'add', file, limits }, signal);
  }

  measureSeguePoints(
    file: PreparedMp3,
    { signal, ...limits }: Omit<RunLimits, 'max_seconds'>,
  ): Promise<SeguePoints> {
    return this.#ask({ act: 'measure', file, limits }, signal);
  }

  async mix(
    orders: readonly MixOrder[],
    { signal }: { signal: AbortSignal },
  ): Promise<PromiseSettledResult<Buffer>[]> {
    // Copies: otherwise all of the memory that a part lies in would be sent.
    const sent = orders.map((order) => ({
      ...order,
      parts: order.parts.map((part) => ({ ...part, mp3: new Uint8Array(part.mp3) })),
    }));
    const mixed = await this.#ask<MadeMix[]>({ act: 'mix', orders: sent }, signal);
    return mixed.map((made) =>
      'value' in made
        ? { status: 'fulfilled', value: Buffer.from(made.value) }
        : { status: 'rejected', reason: errorOf(made.failure) },
    );
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #ask<Result>(work: PreparerWork, given: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      given.throwIfAborted();
      const worker = (this.#worker ??= this.#start());
      this.#lastId += 1;
      const id = this.#lastId;
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, signal: given });
      // A signal can be sent once.
      const signal = transferableAbortSignal(AbortSignal.any([given]));
      worker.postMessage({ id, work, signal } satisfies PreparerRequest, [signal]);
    });
  }

  #start(): Worker {
    const worker = startThread(PROGRAM.file, { ffmpeg: this.#ffmpeg });
    // Waiting for work does not keep the process running.
    worker.unref();
    worker.on('message', ({ id, ...answer }: PreparerAnswer) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if ('value' in answer) waiting?.resolve(answer.value as never);
      else
        waiting?.reject(waiting.signal.aborted ? waiting.signal.reason : errorOf(answer.failure));
    });
    const end = (error: Error): void => {
      if (this.#worker === worker) this.#worker = null;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    worker.once('error', end);
    worker.once('exit', (code) => end(new Error(`The thread of preparation ended with ${code}.`)));
    return worker;
  }
}

/** Errors lose their class and fields on their way between threads. */
function errorOf({ error, problem, isKilled }: Failure): Error {
  if (problem !== undefined) return new Unpreparable(problem, error.message);
  return isKilled ? new ProgramFailed(error.message, null, 'SIGKILL') : error;
}
