import Router from '@koa/router';
import type { Knex } from 'knex';
import * as calls from '../../contract/setup/calls.ts';
import { presentProfile } from '../accounts/profile.ts';
import type { Feature } from '../feature.ts';
import type { MountCall } from '../http/mount-call.ts';
import { taskFor } from '../jobs/job.ts';
import { START_WAITING } from '../library/starters.ts';
import { createTrackFiles } from '../library/track-files.ts';
import { START_PROGRAMME } from '../stations/start-programme.ts';
import { approvalRoutes, type ApprovalDeps } from './approval.ts';
import { startProgramme, startWaiting, type StarterDeps } from './starter.ts';
import { submitSetup } from './submit-setup.ts';

/** A new station's way on air: its setup form, its starter programme, and its member's approval. */
export const setupFeature = (
  services: StarterDeps & Omit<ApprovalDeps, 'files'> & { secrets: readonly string[] },
): Feature => ({
  routers: (mountCall) => [
    setupRoutes(mountCall, services.db),
    approvalRoutes(mountCall, { ...services, files: createTrackFiles(services) }),
  ],
  tasks: [
    taskFor(START_PROGRAMME, (payload) => startProgramme(services, payload)),
    taskFor(START_WAITING, () => startWaiting(services)),
  ],
});

/** The setup form. */
function setupRoutes(mountCall: MountCall, db: Knex): Router {
  const router = new Router();

  mountCall(router, calls.submitSetup, async ({ identity: { user }, body }) =>
    presentProfile(await submitSetup(db, user.id, body)),
  );

  return router;
}
