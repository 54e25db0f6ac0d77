import Router from '@koa/router';
import type { Knex } from 'knex';
import * as calls from '../../contract/setup/calls.ts';
import { presentProfile } from '../accounts/profile.ts';
import type { Feature } from '../feature.ts';
import { submitSetup } from './submit-setup.ts';

/** The setup form. */
export const setupFeature = ({ db }: { db: Knex }): Feature => ({
  routers(mountCall) {
    const router = new Router();

    mountCall(router, calls.submitSetup, async ({ identity: { user }, body }) =>
      presentProfile(await submitSetup(db, user.id, body)),
    );

    return [router];
  },
});
