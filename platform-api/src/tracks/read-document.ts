import { readAzuraCast } from './connectors/azuracast.ts';
import { readFlat } from './connectors/flat.ts';
import { readIcecast } from './connectors/icecast.ts';
import { readRadioCo } from './connectors/radio-co.ts';
import { readShoutcast } from './connectors/shoutcast.ts';
import type { Connector, TrackSet } from './connectors/track-set.ts';

/** The most specific format first: nearly every document has a title. */
const CONNECTORS: readonly Connector[] = [
  readAzuraCast,
  readIcecast,
  readShoutcast,
  readRadioCo,
  readFlat,
];

/** The tracks of a document, or null when its format is unknown. */
export function readDocument(document: unknown, slotUrl: URL): TrackSet | null {
  for (const read of CONNECTORS) {
    const tracks = read(document, slotUrl);
    if (tracks) return tracks;
  }
  return null;
}
