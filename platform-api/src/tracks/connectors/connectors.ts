import { readAzuraCast } from './azuracast.ts';
import { readFlat } from './flat.ts';
import { readIcecast } from './icecast.ts';
import { readLibreTime } from './libretime.ts';
import { readRadioCo } from './radio-co.ts';
import { readServerText } from './server-text.ts';
import { readShoutcast } from './shoutcast.ts';
import type { Connector, TrackSet } from './track-set.ts';

/** The first match wins. `readFlat` stays last: it accepts any document with a title. */
const CONNECTORS: readonly Connector[] = [
  readServerText,
  readAzuraCast,
  readIcecast,
  readShoutcast,
  readRadioCo,
  readLibreTime,
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
