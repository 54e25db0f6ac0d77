import type { Socket } from 'node:net';
import type { Knex } from 'knex';
import { HEARTBEAT_SECONDS } from '../../contract/values.ts';
import { isDatabaseGone } from '../db/errors.ts';
import type { Identity } from '../http/mount-call.ts';
import type { Logger } from '../process/log.ts';
import { NOT_EXPIRED } from './identify.ts';
import { OPEN_VIEWS } from './support-views.ts';

export type SessionWatch = ReturnType<typeof createSessionWatch>;

/** Closes event streams once their session, API key or view has ended, with one query per heartbeat. */
export function createSessionWatch({
  db,
  memberships,
  log,
}: {
  db: Knex;
  /** SQL: team members with the owners of their businesses. */
  memberships: string;
  log: Logger;
}) {
  /** Connections by the session, key, view or membership that opened them. */
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

  async function closeEnded(): Promise<void> {
    const ids = [...watched.keys()];
    const rows = await db<{ id: string }>('sessions')
      .whereIn('id', ids)
      .select('id')
      .unionAll(
        db<{ id: string }>('api_keys').whereIn('id', ids).whereRaw(NOT_EXPIRED).select('id'),
      )
      .unionAll(db.raw(`select v.id from ${OPEN_VIEWS} and v.id = any(?)`, [ids]))
      .unionAll(db.raw(`select m.id from ${memberships} m where m.id = any(?)`, [ids]));
    const alive = new Set(rows.map(({ id }) => id));
    for (const id of ids) {
      if (alive.has(id)) continue;
      for (const socket of watched.get(id) ?? []) socket.destroySoon();
    }
  }

  function closeEndedQuietly(): void {
    closeEnded().catch((error: unknown) => {
      // While the database is away no session counts as ended; the next heartbeat asks again.
      const level = isDatabaseGone(error) ? 'warn' : 'error';
      log[level]({ err: error }, 'sessions of open streams could not be read');
    });
  }

  return {
    /**
     * Closes the connection within a heartbeat after its session, key or view has ended, or its team member was
     * removed, on every replica.
     */
    endWith(
      {
        session_id,
        key_id,
        view_id,
        team,
      }: Pick<Identity, 'session_id' | 'key_id' | 'view_id' | 'team'>,
      socket: Socket,
    ): void {
      if (socket.destroyed) return;
      for (const id of [session_id ?? key_id ?? view_id, team?.membership_id ?? null]) {
        if (id === null) continue;
        const sockets = watched.get(id) ?? new Set();
        watched.set(id, sockets.add(socket));
        socket.once('close', () => forget(id, socket));
      }
      beat ??= setInterval(closeEndedQuietly, HEARTBEAT_SECONDS * 1000);
    },
  };
}
