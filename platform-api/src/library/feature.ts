import type { Knex } from 'knex';
import type { Storage } from '../assets/storage/storage.ts';
import type { Feature } from '../feature.ts';
import { taskFor, tasksWith } from '../jobs/job.ts';
import type { OnPrepared } from '../preparation/prepared-files.ts';
import type { Logger } from '../process/log.ts';
import { finishUploads, INGEST_UPLOAD } from './ingest-upload.ts';
import { playlistRoutes } from './playlist-routes.ts';
import { REFRESH_PLAYLISTS } from './playlists.ts';
import { removeParts, SWEEP_UPLOADS } from './sweep-uploads.ts';
import { createTrackFiles, trackFileRoutes } from './track-files.ts';
import { trackRoutes } from './track-routes.ts';
import { uploadRoutes } from './upload-routes.ts';
import { REMOVE_PARTS } from './upload-rows.ts';

/** The operator's music: uploads, tracks and playlists. */
export function libraryFeature(services: {
  db: Knex;
  storage: Storage;
  uploadsDir: string;
  preparation: { onPrepared(act: OnPrepared): void };
  secrets: readonly string[];
  publicUrl: string;
  now: () => number;
  log: Logger;
}): Feature {
  const deps = { ...services, files: createTrackFiles(services) };
  services.preparation.onPrepared(finishUploads);
  return {
    routers: (mountCall) => [
      trackRoutes(mountCall, deps),
      playlistRoutes(mountCall, deps),
      uploadRoutes(mountCall, deps),
      trackFileRoutes(deps),
    ],
    tasks: [
      ...tasksWith(deps, INGEST_UPLOAD, SWEEP_UPLOADS, REFRESH_PLAYLISTS),
      taskFor(REMOVE_PARTS, ({ upload_id }) => removeParts(deps, upload_id)),
    ],
  };
}
