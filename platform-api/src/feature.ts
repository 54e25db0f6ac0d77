import type Router from '@koa/router';
import type { MountCall } from './http/mount-call.ts';
import type { Task } from './jobs/job.ts';

/**
 * The parts that a feature adds to the app. `{feature}/feature.ts` makes them from the services that it needs, and
 * `app.ts` lists it. A value that other features use is a further property beside these.
 */
export interface Feature {
  /** Its calls, which `mountCall` guards, and its routes that are not calls, such as files. */
  routers?(mountCall: MountCall): Router[];
  /** The kinds of jobs that it runs. */
  tasks?: Task[];
  /** Receives notifications of PostgreSQL, by channel. Several features may share a channel. */
  channels?: Readonly<Record<string, (payload: string) => void>>;
  /** Runs after each connect of the connection for notifications, because some may have been missed. */
  onListening?(): void;
  /** Runs before the first request. The start of the server waits for it. */
  start?(): Promise<void> | void;
  /** Begins work that is not on the queue. It runs while this process runs jobs. */
  work?(): { stop(): Promise<void> };
  /** Stops its timers. */
  close?(): void;
}
