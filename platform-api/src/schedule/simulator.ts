import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { MINUTE_MS } from '../../contract/time.ts';
import { AppError } from '../errors.ts';
import { nodeProgram } from '../preparation/run-program.ts';
import type { SimulatorAnswers, SimulatorMessage, SimulatorRequest } from './simulator-program.ts';

const PROGRAM = nodeProgram('simulator-program', import.meta.url);

/** Without work the process ends after this time, in ms. */
const IDLE_MS = MINUTE_MS;

/** A simulation takes about a second, and several where it looks for mends; it is given up after this time, in ms. */
const MAX_MS = MINUTE_MS;

/** As niceness: the server and its listeners come first. */
const LOW_PRIORITY = 5;

/** Computes schedules in a process of its own, which runs only while it is needed. */
export interface Simulator {
  /**
   * @throws AppError `unavailable` when it takes too long; the reason of the signal, once the process has stopped the
   * work; Error when the process fails
   */
  ask<Kind extends SimulatorRequest['kind']>(
    request: SimulatorRequest & { kind: Kind },
    signal?: AbortSignal,
  ): Promise<SimulatorAnswers[Kind]>;
  close(): void;
}

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
  signal: AbortSignal | undefined;
  /** Asks the process to stop the work. */
  stop: () => void;
}

export function createSimulator(): Simulator {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  const waiting = new Map<number, Waiting>();

  function open(): ChildProcess {
    if (child) return child;
    const started = fork(PROGRAM.file, {
      execArgv: PROGRAM.options,
      serialization: 'advanced',
    });
    if (started.pid !== undefined) setPriority(started.pid, LOW_PRIORITY);
    started.on('message', (message: { id: number; value?: never; error?: string }) => {
      const { id, value, error } = message;
      if (error === undefined) settle(id, (one) => one.resolve(value as never));
      else {
        settle(id, ({ reject, signal }) =>
          reject(signal?.aborted ? signal.reason : new Error(error)),
        );
      }
    });
    started.once('error', (error) => end(started, error));
    started.once('exit', (code, signal) =>
      end(started, new Error(`The simulator ended with ${signal ?? code}.`)),
    );
    // Waiting for work keeps neither this process nor the other one running.
    started.unref();
    started.channel?.unref();
    child = started;
    return started;
  }

  /** Fails everything that waits, and stops the process. */
  function end(of: ChildProcess, error: Error): void {
    if (child !== of) return;
    child = null;
    clearTimeout(idle);
    of.kill();
    for (const id of waiting.keys()) settle(id, (one) => one.reject(error));
  }

  function settle(id: number, act: (one: Waiting) => void): void {
    const one = waiting.get(id);
    if (!one) return;
    waiting.delete(id);
    clearTimeout(one.timer);
    one.signal?.removeEventListener('abort', one.stop);
    act(one);
    if (waiting.size > 0 || !child) return;
    const idleChild = child;
    idle = setTimeout(() => end(idleChild, new Error('idle')), IDLE_MS);
    idle.unref();
  }

  return {
    ask: (request, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const asked = open();
        clearTimeout(idle);
        lastId += 1;
        const id = lastId;
        const post = (message: SimulatorMessage) =>
          asked.send(message, (error) => {
            if (error) end(asked, error);
          });
        const stop = () => void post({ id, ends: true });
        const timer = setTimeout(
          () => end(asked, new AppError('unavailable', { cause: 'a simulation took too long' })),
          MAX_MS,
        );
        waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, timer, signal, stop });
        signal?.addEventListener('abort', stop, { once: true });
        post({ id, request });
      }),
    close() {
      if (child) end(child, new Error('The server stops.'));
    },
  };
}
