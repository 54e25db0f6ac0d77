import { buffer } from 'node:stream/consumers';
import { CONTENT_TYPES } from '../assets/asset-address.ts';
import type { Storage } from '../assets/storage/storage.ts';
import type { Cover, OwnStations } from './own-stations.ts';

/** The names of the library's covers contain a hash of the picture. */
const COVER_NAME = /^[\w-]+\.(jpg|png|gif)$/;

/** A cover of this package or of the library; null when there is no such cover. @throws AppError `storage_unavailable` */
export async function readCover(
  name: string,
  { own, storage }: { own: OwnStations['covers']; storage: Storage },
): Promise<Cover | null> {
  const known = own.get(name);
  const [, ending] = COVER_NAME.exec(name) ?? [];
  if (known || ending === undefined) return known ?? null;
  const object = await storage.open(`library/covers/${name}`);
  // The pattern allows only these endings.
  const contentType = CONTENT_TYPES[ending as keyof typeof CONTENT_TYPES];
  return object && { bytes: await buffer(object.stream), contentType };
}
