import type { Feature } from '../feature.ts';
import { tasksWith } from '../jobs/job.ts';
import { CLEAN_UP_ASSET } from './clean-up-asset.ts';
import { createStorageOwner, type StorageOwner } from './installation.ts';
import { MEASURE_LOGOS } from './measure-logos.ts';
import { assetRoutes } from './routes.ts';
import { storageRoutes } from './storage/storage-routes.ts';
import { SWEEP_ASSETS, SWEEP_OBJECTS } from './sweep-assets.ts';
import type { UploadServices } from './upload.ts';

/** Members' files. `storageOwner` knows whether the storage belongs to this installation. */
export function assetsFeature(
  services: UploadServices & { now: () => number },
): Feature & { storageOwner: StorageOwner } {
  const storageOwner = createStorageOwner(services);
  return {
    routers: (mountCall) => [assetRoutes(mountCall, services), storageRoutes(services)],
    tasks: tasksWith(services, CLEAN_UP_ASSET, SWEEP_ASSETS, SWEEP_OBJECTS, MEASURE_LOGOS),
    // Not awaited: a storage may hang. Readiness looks again.
    start: () => void storageOwner.look().catch(() => undefined),
    storageOwner,
  };
}
