import Router from '@koa/router';
import type { Knex } from 'knex';
import type { z } from 'zod';
import * as calls from '../../contract/setup/notifications.ts';
import type { MountCall } from '../http/mount-call.ts';
import { notifyAdmin, type News } from './notify-admin.ts';

/** News from members' own programs. The member comes from the session, never from the body. */
export function notificationRoutes(mountCall: MountCall, db: Knex): Router {
  const router = new Router();

  mountCall(router, calls.notifyOperator, async ({ identity: { user }, body }) => {
    await db.transaction((trx) => notifyAdmin(trx, { user_id: user.id, ...newsOf(body) }));
    return {};
  });

  return router;
}

function newsOf(notification: z.output<typeof calls.notifyOperator.body>): Omit<News, 'user_id'> {
  if (notification.type === 'upload') {
    const { upload_type, file_name } = notification.data;
    return {
      kind: 'upload',
      what: upload_type,
      lines: [`File: ${file_name}`],
    };
  }
  const { change_type, changes } = notification.data;
  return {
    kind: 'change',
    what: change_type,
    lines: Object.entries(changes).map(([field, text]) => `${field}: ${text}`),
  };
}
