import Router from '@koa/router';
import type { Knex } from 'knex';
import {
  createApiKey as createCall,
  deleteApiKey as deleteCall,
  listApiKeys as listCall,
} from '../../contract/api-keys.ts';
import { AppError } from '../errors.ts';
import type { MountCall } from '../http/mount-call.ts';
import { createApiKey, deleteApiKey, listApiKeys, presentApiKey } from './api-key.ts';

/** Keys for people's programs. Only a person makes and revokes them, never a program with one. */
export function apiKeyRoutes(mountCall: MountCall, db: Knex): Router {
  const router = new Router();

  mountCall(router, listCall, async ({ identity: { user } }) => ({
    data: (await listApiKeys(db, user.id)).map(presentApiKey),
    has_more: false,
    next_cursor: null,
  }));

  mountCall(router, createCall, async ({ identity: { user }, body }) => {
    const { row, key } = await createApiKey(db, user.id, body);
    return { ...presentApiKey(row), key };
  });

  mountCall(router, deleteCall, async ({ identity: { user }, params }) => {
    if (!(await deleteApiKey(db, user.id, params.id))) throw new AppError('not_found');
    return undefined;
  });

  return router;
}
