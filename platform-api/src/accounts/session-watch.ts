import type { Socket } from 'node:net';
import type { Knex } from 'knex';
import { HEARTBEAT_SECONDS } from '../../contract/limits.ts';
import { isDatabaseGone } from '../db/connection.ts';
import type { Identity } from '../http/mount-call.ts';
import type { Logger } from '../log.ts';

/** Ends what stays open longer than a request, once nobody could ask for it again. */
export interface SessionWatch {
  /**
   * Closes a connection when the session behind it has ended or the key was revoked: within a beat, on
   * every replica (security, SSE row).
   */
  endWith(identity: Pick<Identity, 'session_id' | 'key_id'>, socket: Socket): void;
}

/** One question a beat, however many streams are open. */
export function createSessionWatch({ db, log }: { db: Knex; log: Logger }): SessionWatch {
  /** Connections by the session or key that opened them. */
  const watched = new Map<string, Set<Socket>>();
  let beat: NodeJS.Timeout | undefined;

  function forget(id: string, socket: Socket): void {
    const sockets = watched.get(id);
    sockets?.delete(socket);
    if (sockets?.size === 0) watched.delete(id);
    if (watched.size > 0) return;
    clearInterval(beat);
    beat = undefined;
  }

  async function look(): Promise<void> {
    const ids = [...watched.keys()];
    const rows = await db('sessions')
      .whereIn('id', ids)
      .select<{ id: string }[]>('id')
      .unionAll(db('api_keys').whereIn('id', ids).select('id'));
    const alive = new Set(rows.map(({ id }) => id));
    for (const id of ids) {
      if (alive.has(id)) continue;
      for (const socket of watched.get(id) ?? []) socket.destroySoon();
    }
  }

  function lookQuietly(): void {
    look().catch((error: unknown) => {
      // While nobody can say so, no session is taken for ended; the next beat asks again.
      const level = isDatabaseGone(error) ? 'warn' : 'error';
      log[level]({ err: error }, 'sessions of open streams could not be read');
    });
  }

  return {
    endWith({ session_id, key_id }, socket) {
      const id = session_id ?? key_id;
      if (id === null || socket.destroyed) return;
      const sockets = watched.get(id) ?? new Set();
      watched.set(id, sockets.add(socket));
      socket.once('close', () => forget(id, socket));
      beat ??= setInterval(lookQuietly, HEARTBEAT_SECONDS * 1000);
    },
  };
}
