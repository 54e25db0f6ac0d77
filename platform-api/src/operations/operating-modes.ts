// The modes that an operator switches for the whole installation. Every replica has them in memory.
import type { Knex } from 'knex';
import type { AuditAction } from '../../contract/admin/audit-sentences.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../process/log.ts';
import type { ModelObject } from 'objection';
import type { OperatingMode } from './table.ts';

/** Replicas listen on this channel. */
export const MODES_CHANNEL = 'operating_modes_changed';

/** Work that is announced to members. */
export interface PlannedWork {
  message: string;
  starts_at: Date;
  ends_at: Date;
}

export interface OperatingModes {
  /**
   * When stand-by began, the mode of a restored copy: no jobs run, no mail or webhook is sent, and Stripe is only
   * read. Null: no stand-by.
   */
  standby_since: Date | null;
  /** Since when users can change nothing. Null: they can. */
  maintenance_since: Date | null;
  /** Null: none. Members see it until it ends. */
  planned_work: PlannedWork | null;
}

type ModeRow = ModelObject<OperatingMode>;

export async function readModes(db: Knex): Promise<OperatingModes> {
  const rows = await db('operating_modes').select();
  const find = (mode: ModeRow['mode']) => rows.find((row) => row.mode === mode);
  const work = find('planned_work');
  return {
    standby_since: find('standby')?.starts_at ?? null,
    maintenance_since: find('maintenance')?.starts_at ?? null,
    // The database demands both of planned work.
    planned_work:
      work?.message != null && work.ends_at !== null
        ? { message: work.message, starts_at: work.starts_at, ends_at: work.ends_at }
        : null,
  };
}

const ACTIONS = {
  standby: 'switch_standby',
  maintenance: 'switch_maintenance',
} as const satisfies Record<string, AuditAction>;

/** Switches stand-by or maintenance. @returns false: it was so already */
export async function switchMode(
  db: Knex,
  actor: Actor,
  mode: keyof typeof ACTIONS,
  isOn: boolean,
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const changed = isOn
      ? await trx('operating_modes').insert({ mode }).onConflict().ignore().returning('mode')
      : await trx('operating_modes').where({ mode }).delete().returning('mode');
    if (changed.length === 0) return false;
    await audit(trx, actor, {
      action: ACTIONS[mode],
      user_id: null,
      before: { is_on: !isOn },
      after: { is_on: isOn },
    });
    return true;
  });
}

/** Announces planned work in place of the former one. Null: withdraws it. */
export async function announceWork(
  db: Knex,
  actor: Actor,
  work: PlannedWork | null,
): Promise<void> {
  await db.transaction(async (trx) => {
    const { planned_work: before } = await readModes(trx);
    await trx('operating_modes').where({ mode: 'planned_work' }).delete();
    if (work) await trx('operating_modes').insert({ mode: 'planned_work', ...work });
    await audit(trx, actor, {
      action: 'announce_work',
      user_id: null,
      before: { ...before },
      after: { ...work },
    });
  });
}

/** The modes as this replica last read them. */
export interface ModeWatch {
  current(): OperatingModes;
  isStandby(): boolean;
  /** Reads them again. Never rejects: the last ones hold while the database is away. */
  reload(): Promise<void>;
  /** Runs the listener whenever stand-by begins or ends. */
  onStandby(listener: () => void): void;
}

const NORMAL: OperatingModes = { standby_since: null, maintenance_since: null, planned_work: null };

export function createModeWatch({ db, log }: { db: Knex; log: Logger }): ModeWatch {
  let modes = NORMAL;
  let tellStandby: () => void = () => undefined;
  let reading = Promise.resolve();

  function note(next: OperatingModes): void {
    const before = modes;
    modes = next;
    const isStandby = next.standby_since !== null;
    if (isStandby !== (before.standby_since !== null)) {
      if (isStandby) {
        log.warn(
          'this installation is in stand-by: no job runs, no mail and no webhook leaves, nothing is charged. `cli standby off` ends it',
        );
      } else log.info('stand-by has ended');
      tellStandby();
    }
    const isMaintenance = next.maintenance_since !== null;
    if (isMaintenance !== (before.maintenance_since !== null)) {
      if (isMaintenance) log.warn('maintenance has begun: users can change nothing');
      else log.info('maintenance has ended');
    }
  }

  return {
    current: () => modes,
    isStandby: () => modes.standby_since !== null,
    reload() {
      // One after the other, so that an older answer never replaces a newer one.
      reading = reading
        .then(() => readModes(db))
        .then(note)
        .catch((error: unknown) => log.warn({ err: error }, 'the operating modes were not read'));
      return reading;
    },
    onStandby(listener) {
      tellStandby = listener;
    },
  };
}

/** @throws `maintenance` while it lasts, until the end of the announced work where it is part of it */
export function requireNoMaintenance({
  modes,
  now,
}: {
  modes: ModeWatch;
  now: () => number;
}): void {
  const { maintenance_since, planned_work: work } = modes.current();
  if (maintenance_since === null) return;
  const left = work ? Math.ceil((work.ends_at.getTime() - now()) / 1_000) : 0;
  throw new AppError('maintenance', left > 0 ? { retryAfter: left } : {});
}
