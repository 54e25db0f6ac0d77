import { PREPARE_ASSET } from '../assets/store-asset.ts';
import type { Feature } from '../feature.ts';
import { taskFor, tasksWith } from '../jobs/job.ts';
import { ADD_AAC, FIND_WITHOUT_AAC } from './add-aac.ts';
import { FIND_UNMEASURED, MEASURE_SEGUE } from './measure-segues.ts';
import {
  FIND_UNPREPARED,
  PREPARE_MUSIC,
  PREPARE_SOUND,
  prepareAsset,
  type OnPrepared,
  type PreparationDeps,
} from './prepared-files.ts';
import { SWEEP_PREPARED } from './sweep-prepared.ts';

/** Levels and encodes sound, once. A feature that requests it subscribes to its outcome with `onPrepared`. */
export function preparationFeature(
  services: Omit<PreparationDeps, 'onPrepared'>,
): Feature & { onPrepared(act: OnPrepared): void } {
  const subscribers: OnPrepared[] = [];
  const deps: PreparationDeps = {
    ...services,
    async onPrepared(trx, file) {
      for (const act of subscribers) await act(trx, file);
    },
  };
  return {
    tasks: [
      ...tasksWith(deps, PREPARE_SOUND, PREPARE_MUSIC, ADD_AAC, MEASURE_SEGUE),
      ...tasksWith(deps, FIND_WITHOUT_AAC, FIND_UNMEASURED, FIND_UNPREPARED, SWEEP_PREPARED),
      taskFor(PREPARE_ASSET, ({ asset_id }) => prepareAsset(deps, asset_id)),
    ],
    onPrepared: (act) => void subscribers.push(act),
  };
}
