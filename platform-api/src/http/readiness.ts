import { setTimeout as sleep } from 'node:timers/promises';
import Router from '@koa/router';
import type { Knex } from 'knex';
import {
  getHealth,
  getReady,
  getStatus,
  type Failure,
  type PartName,
} from '../../contract/health/calls.ts';
import { REQUIRE_WRITABLE } from '../db/connection.ts';
import { isDatabaseGone } from '../db/errors.ts';
import { planMigrations, requireCompatibleSchema, SchemaTooNew } from '../db/migrate.ts';
import { AppError, hasCode } from '../errors.ts';
import type { Logger } from '../process/log.ts';
import { createOutageLog } from '../process/outage-log.ts';
import type { MountCall } from './mount-call.ts';

/** Anyone may call `/v1/ready` as often as they like: a part is checked at most this often, in ms. */
const CHECK_EVERY_MS = 5_000;

/** A part that takes longer than this to answer is failing, in ms. */
const CHECK_LIMIT_MS = 2_000;

/** The last finding about a part, and when it was first found so. */
interface PartState {
  status: 'ok' | 'failing';
  since: Date;
  last_error: { at: Date; reason: Failure } | null;
}

/** Whether this replica can serve listeners, and which of the services behind it fail. */
export type Readiness = ReturnType<typeof createReadiness>;

export function createReadiness(services: {
  db: Knex;
  storage: { check(): Promise<void> };
  storageOwner: { look(): Promise<void>; isForeign(): boolean; mark(): string | null };
  mailer: { check?(): Promise<void> };
  payments: { check(): Promise<void> } | null;
  clock?: { isOff(): boolean };
  modes: {
    current(): {
      standby_since: Date | null;
      maintenance_since: Date | null;
      planned_work: { message: string; starts_at: Date; ends_at: Date } | null;
    };
  };
  now: () => number;
  log: Logger;
}) {
  const { db, storage, storageOwner, mailer, payments, clock, modes, now, log } = services;
  let isStopping = false;
  let hasReachedDatabase = false;
  let isOutdated = false;
  let toldUnknown = false;

  async function checkDatabase(): Promise<void> {
    await db.raw(REQUIRE_WRITABLE);
    try {
      await requireCompatibleSchema(db);
      isOutdated = false;
    } catch (error) {
      isOutdated = error instanceof SchemaTooNew;
      throw error;
    }
    const { pending, unknown } = await planMigrations(db);
    if (pending.length > 0) throw new Error(`migrations are missing: ${pending.join(', ')}`);
    hasReachedDatabase = true;
    if (unknown.length > 0 && !toldUnknown) {
      toldUnknown = true;
      log.info({ unknown }, 'a later release has migrated the database; this one can use it');
    }
  }

  async function checkStorage(): Promise<void> {
    await storage.check();
    await storageOwner.look();
  }

  const parts: Record<PartName, ReturnType<typeof createPart>> = {
    database: createPart('database', checkDatabase, services),
    storage: createPart('storage', checkStorage, services),
    mail: createPart('mail', async () => mailer.check?.(), services),
    payments: createPart('payments', async () => payments?.check(), services),
  };

  async function checkParts(): Promise<Record<PartName, PartState>> {
    const [database, stored, mail, paid] = await Promise.all([
      parts.database(),
      parts.storage(),
      parts.mail(),
      parts.payments(),
    ]);
    return { database, storage: stored, mail, payments: paid };
  }

  const statusOf = (states: Record<PartName, PartState>) =>
    Object.values(states).some(({ status }) => status === 'failing')
      ? ('degraded' as const)
      : ('ok' as const);

  return {
    stop() {
      isStopping = true;
    },

    /**
     * A failing part does not make a replica unready: listeners are served from memory, and every
     * replica would be taken out of the load balancer at once.
     * @throws `unavailable` while the process stops, with a wrong clock, on a schema for later releases only, and until the database was
     *   reached once, has every migration and accepts writes; `storage_not_adopted`
     */
    async check() {
      if (isStopping || clock?.isOff()) throw new AppError('unavailable');
      const states = await checkParts();
      if (!hasReachedDatabase || isOutdated) throw new AppError('unavailable');
      if (storageOwner.isForeign()) throw new AppError('storage_not_adopted');
      const { database, storage: stored, mail, payments: paid } = states;
      const checks = {
        database: database.status,
        storage: stored.status,
        mail: mail.status,
        payments: paid.status,
      };
      const standby = modes.current().standby_since !== null;
      return { status: statusOf(states), checks, standby };
    },

    /** The state for people. Never rejects. */
    async status() {
      const states = await checkParts();
      const { maintenance_since, planned_work: work } = modes.current();
      return {
        status: statusOf(states),
        parts: states,
        installation: storageOwner.mark(),
        maintenance_since,
        planned_work: work && work.ends_at.getTime() > now() ? work : null,
      };
    },
  };
}

/** The part has not answered in time. */
class Late extends Error {}

/** Codes of Node's and of the mail library, beside those that mean the same of the database. */
const UNREACHABLE = ['EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNECTION', 'EDNS', 'ESOCKET'];

function reasonOf(error: unknown): Failure {
  if (error instanceof Late) return 'no_answer';
  // Stripe's library has the error of the connection as `detail`.
  const errors = [error, Reflect.get(Object(error), 'detail')];
  return errors.some((one) => isDatabaseGone(one) || hasCode(one, ...UNREACHABLE))
    ? 'unreachable'
    : 'error';
}

/** One part's check: shared by concurrent callers, limited in time, logged when its result changes. */
function createPart(
  name: PartName,
  look: () => Promise<void>,
  { now, log }: { now: () => number; log: Logger },
) {
  let startedAt = -Infinity;
  let result: Promise<PartState> | undefined;
  const outage = createOutageLog(name, log);
  let state: PartState | null = null;

  /** @param fault undefined: the part works */
  function note(fault: unknown): PartState {
    const at = new Date(now());
    const status = fault === undefined ? 'ok' : 'failing';
    if (fault === undefined) outage.back();
    else outage.lost(fault);
    const last_error =
      fault === undefined ? (state?.last_error ?? null) : { at, reason: reasonOf(fault) };
    state = { status, since: state?.status === status ? state.since : at, last_error };
    return state;
  }

  async function check(): Promise<PartState> {
    try {
      const looking = look();
      const isLate = sleep(CHECK_LIMIT_MS, true, { ref: false });
      if (await Promise.race([looking, isLate])) {
        // Its error comes too late to be awaited.
        looking.catch(() => undefined);
        throw new Late(`no answer within ${CHECK_LIMIT_MS} ms`);
      }
      return note(undefined);
    } catch (error) {
      return note(error instanceof AppError ? (error.cause ?? error) : error);
    }
  }

  return () => {
    const at = performance.now();
    if (result === undefined || at - startedAt >= CHECK_EVERY_MS) {
      startedAt = at;
      result = check();
    }
    return result;
  };
}

/** `GET /v1/health` says that the process lives, `GET /v1/ready` that it should be sent requests, `GET /v1/status` what works. */
export function healthRoutes(mountCall: MountCall, readiness: Readiness): Router {
  const router = new Router();

  mountCall(router, getHealth, ({ ctx }) => {
    ctx.set('Cache-Control', 'no-store');
    return { status: 'ok' as const };
  });

  mountCall(router, getReady, async ({ ctx }) => {
    ctx.set('Cache-Control', 'no-store');
    return readiness.check();
  });

  mountCall(router, getStatus, async ({ ctx }) => {
    ctx.set('Cache-Control', 'no-store');
    return readiness.status();
  });

  return router;
}
