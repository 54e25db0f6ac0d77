import Router from '@koa/router';
import type { Knex } from 'knex';
import { changeProfile as changeProfileCall, getMe, getProfile } from '../../contract/accounts.ts';
import type { MountCall } from '../http/mount-call.ts';
import { changeProfile } from './change-profile.ts';
import { presentProfile, Profile } from './profile.ts';

/** What a person sees and changes of themselves. */
export function profileRoutes(mountCall: MountCall, { db }: { db: Knex }): Router {
  const router = new Router();

  mountCall(router, getMe, async ({ identity: { user, role } }) => ({
    user,
    // A role that could not be read is that of a user (specification §4).
    role: role ?? 'user',
    profile: presentProfile(await Profile.ofUser(db, user)),
  }));

  mountCall(router, getProfile, async ({ identity: { user } }) =>
    presentProfile(await Profile.ofUser(db, user)),
  );

  mountCall(router, changeProfileCall, async ({ identity: { user }, body }) =>
    presentProfile(await changeProfile(db, await Profile.ofUser(db, user), body)),
  );

  return router;
}
