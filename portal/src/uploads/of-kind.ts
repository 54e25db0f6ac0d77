import type { AssetKind } from '@stationhouse/platform-api/contract/limits';
import type { Asset } from '@stationhouse/sdk/client';

/** Those of a kind as they came, so that a new one stands where it was while it was uploading. */
export const ofKind = <File extends Asset>(all: readonly File[], kind: AssetKind): File[] =>
  all
    .filter((asset) => asset.kind === kind)
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at));
