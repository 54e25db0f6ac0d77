import type { Feature } from '../feature.ts';
import { taskFor } from '../jobs/job.ts';
import { START_WAITING } from '../library/starters.ts';
import { START_PROGRAMME } from '../stations/start-programme.ts';
import { startProgramme, startWaiting, type StarterDeps } from './starter.ts';

/** The programme of a new station until the team has built its own one. */
export const starterFeature = (services: StarterDeps): Feature => ({
  tasks: [
    taskFor(START_PROGRAMME, (payload) => startProgramme(services, payload)),
    taskFor(START_WAITING, () => startWaiting(services)),
  ],
});
