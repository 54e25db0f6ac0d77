import type { Feature } from '../feature.ts';
import { cleanUpAssetTask } from './clean-up-asset.ts';
import { createStorageOwner, type StorageOwner } from './installation.ts';
import { measureLogosTask } from './measure-logos.ts';
import { assetRoutes } from './routes.ts';
import { storageRoutes } from './storage/storage-routes.ts';
import { sweepAssetTasks } from './sweep-assets.ts';
import type { UploadServices } from './upload.ts';

/** Members' files. `storageOwner` knows whether the storage belongs to this installation. */
export function assetsFeature(
  services: UploadServices & { now: () => number },
): Feature & { storageOwner: StorageOwner } {
  const storageOwner = createStorageOwner(services);
  return {
    routers: (mountCall) => [assetRoutes(mountCall, services), storageRoutes(services)],
    tasks: [cleanUpAssetTask(services), ...sweepAssetTasks(services), measureLogosTask(services)],
    // Not awaited: a storage may hang. Readiness looks again.
    start: () => void storageOwner.look().catch(() => undefined),
    storageOwner,
  };
}
