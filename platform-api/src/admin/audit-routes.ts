import Router from '@koa/router';
import type { Knex } from 'knex';
import { z } from 'zod';
import { listAudit, type AuditEntry as PublicEntry } from '../../contract/admin.ts';
import { AppError } from '../errors.ts';
import type { MountCall } from '../http/mount-call.ts';
import { AuditEntry } from './audit-entry.ts';

/** What admins did. */
export function auditRoutes(mountCall: MountCall, db: Knex): Router {
  const router = new Router();

  mountCall(router, listAudit, async ({ query }) => {
    const found = await readPage(db, query);
    const data = found.slice(0, query.limit).map(present);
    const has_more = found.length > query.limit;
    return { data, has_more, next_cursor: has_more ? (data.at(-1)?.id ?? null) : null };
  });

  return router;
}

type Line = AuditEntry & { actor_email: string | null; user_email: string | null };

/** A page, and one line more where there is one. A cursor is the last line's id: no line ever goes. */
async function readPage(
  db: Knex,
  { user_id, limit, cursor }: z.output<typeof listAudit.query>,
): Promise<Line[]> {
  const lines = AuditEntry.query(db)
    .select('audit_log.*', 'actors.email as actor_email', 'customers.email as user_email')
    .leftJoin('users as actors', 'actors.id', 'audit_log.actor_id')
    .leftJoin('users as customers', 'customers.id', 'audit_log.user_id')
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(limit + 1)
    .castTo<Line[]>();
  if (user_id !== undefined) lines.where({ user_id });
  if (cursor !== undefined) {
    // The database keeps times finer than a Date does, so it compares its own.
    const at = '(select at from audit_log where id = :cursor)';
    const values = { cursor: readCursor(cursor) };
    lines.whereRaw(`(audit_log.at, audit_log.id) < (${at}, :cursor)`, values);
  }
  return lines;
}

/** @throws `validation_failed` */
function readCursor(cursor: string): string {
  if (z.uuid().safeParse(cursor).success) return cursor;
  throw new AppError('validation_failed', {
    fields: [{ field: 'cursor', code: 'invalid_format', message: 'This is no cursor of ours.' }],
  });
}

const present = (line: Line): PublicEntry => ({ ...line, at: line.at.toISOString() });
