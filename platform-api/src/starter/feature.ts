import type { Feature } from '../feature.ts';
import { startProgrammeTask, startWaitingTask, type StarterDeps } from './starter.ts';

/** The programme of a new station until the team has built its own one. */
export const starterFeature = (services: StarterDeps): Feature => ({
  tasks: [startProgrammeTask(services), startWaitingTask(services)],
});
