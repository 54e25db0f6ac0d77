import type { Readable } from 'node:stream';
import Router from '@koa/router';
import type { Context } from 'koa';
import type { Knex } from 'knex';
import { customersFileName } from '../../contract/brand.ts';
import {
  exportCustomers as exportCall,
  listCustomers as listCall,
} from '../../contract/customers.ts';
import { ANSWERED, type MountCall } from '../http/mount-call.ts';
import type { Logger } from '../log.ts';
import { audit } from './audit-entry.ts';
import { presentCustomer } from './customer.ts';
import { exportCustomers } from './export-customers.ts';
import { listCustomers, type CustomerFilters } from './list-customers.ts';

interface Deps {
  db: Knex;
  now: () => number;
  log: Logger;
}

/** All customers, by the page and as a file. */
export function customersRoutes(mountCall: MountCall, deps: Deps): Router {
  const { db, now, log } = deps;
  const router = new Router();

  mountCall(router, listCall, async ({ query }) => {
    const { customers, next_cursor } = await listCustomers(db, query);
    return { data: customers.map(presentCustomer), has_more: next_cursor !== null, next_cursor };
  });

  mountCall(router, exportCall, async ({ ctx, query, identity, address }) => {
    const { id } = identity.user;
    await audit(db, { id, ip: address }, { action: 'export_customers', ...auditedFilters(query) });
    const csv = await exportCustomers(db, query);
    ctx.attachment(customersFileName(new Date(now()).toISOString()));
    ctx.type = 'text/csv; charset=utf-8';
    ctx.body = whole(ctx, csv, log);
    return ANSWERED;
  });

  return router;
}

/** Whom an export was of. What was searched for may name a customer, who can't be taken out of the log again. */
function auditedFilters({ search, ...filters }: CustomerFilters) {
  return { user_id: null, after: { ...filters, ...(search && { search: '…' }) } };
}

/** What breaks off is cut, and never looks as if it had come to its end. */
function whole(ctx: Context, csv: Readable, log: Logger): Readable {
  return csv.once('error', (error) => {
    if (ctx.writable) log.error({ err: error, path: ctx.path }, 'an export broke off');
    // Through a compressor an error does not go by itself.
    ctx.res.destroy();
  });
}
