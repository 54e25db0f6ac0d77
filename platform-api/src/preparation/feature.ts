import type { Feature } from '../feature.ts';
import { preparationTasks, type OnPrepared, type PreparationDeps } from './prepared-files.ts';

/** Levels and encodes sound, once. A feature that requests it subscribes to its outcome with `onPrepared`. */
export function preparationFeature(
  services: Omit<PreparationDeps, 'onPrepared'>,
): Feature & { onPrepared(act: OnPrepared): void } {
  const subscribers: OnPrepared[] = [];
  return {
    tasks: preparationTasks({
      ...services,
      async onPrepared(trx, file) {
        for (const act of subscribers) await act(trx, file);
      },
    }),
    onPrepared: (act) => void subscribers.push(act),
  };
}
