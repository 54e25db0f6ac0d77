import Router from '@koa/router';
import type { Knex } from 'knex';
import * as calls from '../../contract/proof/calls.ts';
import { PROOF_KEYS_PATH } from '../../contract/proof/values.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { AppError } from '../errors.ts';
import type { Feature } from '../feature.ts';
import type { MountCall } from '../http/mount-call.ts';
import { tasksWith } from '../jobs/job.ts';
import { createTrackFiles } from '../library/track-files.ts';
import type { Logger } from '../process/log.ts';
import { createSealer } from '../process/secrets.ts';
import type { OnAirStations } from '../schedule/on-air-stations.ts';
import { findStation } from '../schedule/schedule-rows.ts';
import { RadioStation } from '../stations/station.ts';
import { listProofsOf, makeProof, readProofFile, type ProofDeps } from './make-proof.ts';
import { PROOF_KEYS, readKeySet } from './proof-keys.ts';
import { readPromises } from './promises.ts';
import { addReport, MAKE_REPORT, readReports, SWEEP_REPORTS, type ReportDeps } from './reports.ts';
import { listSpotsOf } from './spots.ts';

/** Evidence of the programme: proofs of play, promises kept, reports for collecting societies. */
export function proofFeature(services: {
  db: Knex;
  onAir: OnAirStations;
  storage: Storage;
  /** A folder of this process for files in work. */
  uploadsDir: string;
  secrets: readonly string[];
  publicUrl: string;
  /** The clock, in epoch ms. */
  now: () => number;
  log: Logger;
}): Feature {
  const deps = {
    ...services,
    files: createTrackFiles(services),
    sealer: createSealer(services.secrets, PROOF_KEYS),
  };
  return {
    routers: (mountCall) => [proofRoutes(mountCall, deps), keyRoutes(deps.db)],
    tasks: tasksWith(deps, MAKE_REPORT, SWEEP_REPORTS),
  };
}

function proofRoutes(mountCall: MountCall, deps: ProofDeps & ReportDeps): Router {
  const { db } = deps;
  const router = new Router();
  const list = <One>(data: One[]) => ({ data, has_more: false as const, next_cursor: null });

  mountCall(router, calls.listSpots, async ({ identity: { user } }) =>
    listSpotsOf(deps, await RadioStation.requireOwn(db, user.id)),
  );

  mountCall(router, calls.listProofs, async ({ identity: { user }, params: { id } }) =>
    list(await listProofsOf(deps, await RadioStation.requireOwn(db, user.id), id)),
  );

  mountCall(router, calls.makeProof, async ({ identity: { user }, params: { id }, body }) =>
    makeProof(deps, await RadioStation.requireOwn(db, user.id), { spotId: id, ...body }),
  );

  mountCall(router, calls.getProof, async ({ params: { id } }) => {
    const proof = await readProofFile(deps, id);
    if (!proof) throw new AppError('proof_not_found');
    return proof;
  });

  mountCall(router, calls.getMyPromises, async ({ identity: { user }, query: { month } }) => {
    const station = await RadioStation.requireOwn(db, user.id);
    return readPromises(deps, station.id, month);
  });

  mountCall(
    router,
    calls.getStationPromises,
    async ({ params: { station_id }, query: { month } }) => {
      await findStation(db, station_id);
      return readPromises(deps, station_id, month);
    },
  );

  mountCall(router, calls.requestReport, ({ body }) => addReport(deps, body));
  mountCall(router, calls.listReports, async () => list(await readReports(deps)));

  return router;
}

/** The public keys, which pages of any site may read. */
function keyRoutes(db: Knex): Router {
  const router = new Router();
  router.get(PROOF_KEYS_PATH, async (ctx) => {
    ctx.set('Access-Control-Allow-Origin', '*');
    // A new key signs at once, so checks must see it soon.
    ctx.set('Cache-Control', 'public, max-age=60');
    ctx.type = 'application/jwk-set+json';
    ctx.body = JSON.stringify(await readKeySet(db));
  });
  return router;
}
