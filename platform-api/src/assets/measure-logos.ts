import { buffer } from 'node:stream/consumers';
import type { Knex } from 'knex';
import type { LogoShape } from '../../contract/site/colours.ts';
import { lockMember } from '../accounts/user.ts';
import { job } from '../jobs/job.ts';
import type { Logger } from '../process/log.ts';
import { Asset, showAddresses } from './asset.ts';
import { measureLogo } from './picture.ts';
import type { Storage } from './storage/storage.ts';

interface Deps {
  db: Knex;
  storage: Storage;
  publicUrl: string;
  log: Logger;
}

/** At a time; the next run takes the others. */
const MOST_PER_RUN = 50;

/** Drawn as a square without a chip, as logos were before they were measured. */
const UNKNOWN: LogoShape = { aspect: 1, luminance: 0.5, is_transparent: false };

/** Measures the logos that were uploaded before uploads were measured. */
export const MEASURE_LOGOS = job({
  name: 'measure_logos',
  schedule: '*/10 * * * *',
  run: measureLogos,
});

async function measureLogos(deps: Deps): Promise<void> {
  const assets = await Asset.query(deps.db)
    .where({ kind: 'logo', state: 'stored' })
    .whereNull('logo_shape')
    // A logo whose file is gone stays in this list. A random order keeps such logos from filling every run.
    .orderByRaw('random()')
    .limit(MOST_PER_RUN);
  for (const asset of assets) {
    const shape = await measure(deps, asset);
    if (shape) await keep(deps, asset, shape);
  }
}

/** @returns null when the file was replaced or removed meanwhile */
async function measure({ storage, log }: Deps, asset: Asset): Promise<LogoShape | null> {
  const object = await storage.open(asset.storage_key);
  if (!object) return null;
  try {
    return await measureLogo(await buffer(object.stream));
  } catch (error) {
    log.warn({ err: error, asset_id: asset.id }, 'a logo cannot be measured');
    return UNKNOWN;
  }
}

/** Only of the version that was measured. */
async function keep({ db, publicUrl }: Deps, asset: Asset, logo_shape: LogoShape): Promise<void> {
  const { id, user_id, version } = asset;
  await db.transaction(async (trx) => {
    if (!(await lockMember(trx, user_id))) return;
    const kept = await Asset.query(trx)
      .where({ id, version, state: 'stored' })
      .whereNull('logo_shape')
      .patch({ logo_shape });
    if (kept > 0) await showAddresses(trx, asset, publicUrl);
  });
}
