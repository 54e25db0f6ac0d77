import Router from '@koa/router';
import type { Knex } from 'knex';
import { z } from 'zod';
import * as calls from '../../contract/messages/calls.ts';
import { requireUser } from '../accounts/user.ts';
import { actorOf } from '../audit/audit.ts';
import type { Feature } from '../feature.ts';
import { cursorAt, readCursor } from '../http/cursor.ts';
import type { MountCall } from '../http/mount-call.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { tasksWith } from '../jobs/job.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Logger } from '../process/log.ts';
import { DELIVER_MESSAGE } from './contact-message.ts';
import { contactRoutes } from './contact-routes.ts';
import { addMessage, countUnread, MAIL_MESSAGES, markRead, readThread } from './messages.ts';
import { notificationRoutes } from './notification-routes.ts';
import { MAIL_NEWS, TELL_OPERATOR } from './notify-admin.ts';
import { CUSTOMERS } from './customers.ts';

/** The contact form, the thread with a customer, and mails to the operator about what members do. */
export const messagesFeature = (services: {
  db: Knex;
  limits: RateLimits;
  mailer: Mailer;
  contactEmail: string;
  publicUrl: string;
  log: Logger;
}): Feature => ({
  routers: (mountCall) => [
    contactRoutes(mountCall, services),
    notificationRoutes(mountCall, services.db),
    threadRoutes(mountCall, services.db),
  ],
  tasks: tasksWith(services, DELIVER_MESSAGE, MAIL_NEWS, TELL_OPERATOR, MAIL_MESSAGES),
});

/** The thread between a customer and the team, for the member and for admins. */
function threadRoutes(mountCall: MountCall, db: Knex): Router {
  const router = new Router();

  mountCall(router, calls.listMyMessages, async ({ identity: { user }, query }) => ({
    ...(await readThread(db, { userId: user.id, ...query })),
    unread: await countUnread(db, { userId: user.id, fromTeam: true }),
  }));

  mountCall(router, calls.sendMyMessage, ({ identity: { user }, body }) =>
    addMessage(db, { userId: user.id, ...body, author: null }),
  );

  mountCall(router, calls.readMyMessages, async ({ identity: { user }, body }) => ({
    unread: await markRead(db, { userId: user.id, fromTeam: true, ...body }),
  }));

  mountCall(router, calls.listCustomerMessages, async ({ params, query }) => {
    const userId = (await requireUser(db, params.user_id)).id;
    return {
      ...(await readThread(db, { userId, ...query })),
      unread: await countUnread(db, { userId, fromTeam: false }),
    };
  });

  mountCall(router, calls.sendCustomerMessage, ({ params, body, identity, address }) =>
    addMessage(db, { userId: params.user_id, ...body, author: actorOf(identity, address) }),
  );

  mountCall(router, calls.readCustomerMessages, async ({ params, body }) => {
    const userId = (await requireUser(db, params.user_id)).id;
    return { unread: await markRead(db, { userId, fromTeam: false, ...body }) };
  });

  mountCall(router, calls.listWaitingCustomers, ({ query }) => listWaiting(db, query));

  return router;
}

/** Characters of a message that a list shows: two lines on a desktop. */
const SHOWN_CHARACTERS = 160;

/** Each customer with unread messages. A cursor is the last one's oldest unread message. */
async function listWaiting(
  db: Knex,
  { limit, cursor }: z.output<typeof calls.listWaitingCustomers.query>,
): Promise<z.input<typeof calls.listWaitingCustomers.response>> {
  const after = cursor === undefined ? null : readCursor(cursor, z.tuple([z.uuid()]))[0];
  const { rows } = await db.raw<{ rows: (calls.WaitingCustomer & { oldest: string })[] }>(
    `with waiting as (
       select user_id, count(*) as unread, min(created_at) as waiting_since,
         (array_agg(id order by created_at, id))[1] as oldest,
         (array_agg(left(body, :shown) order by created_at desc, id desc))[1] as newest
       from customer_messages where not is_from_team and read_at is null
       group by user_id
     )
     select waiting.*, coalesce(first_name, '') as first_name, coalesce(last_name, '') as last_name,
       station_name
     from waiting
     join ${CUSTOMERS} customer using (user_id)
     where :after::uuid is null
       or (waiting_since, oldest) > ((select created_at from customer_messages where id = :after), :after)
     order by waiting_since, oldest
     limit :limit`,
    { shown: SHOWN_CHARACTERS, after, limit: limit + 1 },
  );
  const data = rows.slice(0, limit);
  const last = rows.length > limit ? data.at(-1) : undefined;
  return { data, has_more: last !== undefined, next_cursor: last ? cursorAt([last.oldest]) : null };
}
