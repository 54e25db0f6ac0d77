import Router from '@koa/router';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { changeProfile, getMe, getProfile } from '../../contract/accounts.ts';
import type { Door } from '../http/doors.ts';
import { presentProfile, Profile } from './profile.ts';

/** What a person sees and changes of themselves. */
export function profileRoutes(door: Door, { db }: { db: Knex }): Router {
  const router = new Router();

  door(router, getMe, async ({ identity: { user, role } }) => ({
    user,
    // A role that could not be read is that of a user (specification §4).
    role: role ?? 'user',
    profile: presentProfile(await Profile.ofUser(db, user)),
  }));

  door(router, getProfile, async ({ identity: { user } }) =>
    presentProfile(await Profile.ofUser(db, user)),
  );

  door(router, changeProfile, async ({ identity: { user }, body }) => {
    const profile = await Profile.ofUser(db, user);
    if (Object.keys(body).length === 0) return presentProfile(profile);
    return presentProfile(await profile.$query(db).patchAndFetch(cleared(body)));
  });

  return router;
}

/** An emptied company field is no text, but nothing. */
function cleared(body: z.output<typeof changeProfile.body>) {
  return Object.fromEntries(
    Object.entries(body).map(([field, text]) => [
      field,
      text === '' && field.startsWith('company_') ? null : text,
    ]),
  );
}
