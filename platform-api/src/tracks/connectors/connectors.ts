import { TextAnswer } from '../../foreign-text.ts';
import { readAzuraCast } from './azuracast.ts';
import { readFlat } from './flat.ts';
import { readIcecast } from './icecast.ts';
import { jsonInText } from './json-in-text.ts';
import { readLibreTime } from './libretime.ts';
import { isRecord } from './read-fields.ts';
import { readRadioCo } from './radio-co.ts';
import { readRadioFrance } from './radio-france.ts';
import { readServerPage } from './server-page.ts';
import { readServerText } from './server-text.ts';
import { readShoutcast } from './shoutcast.ts';
import type { Connector, TrackSet } from './track-set.ts';
import { recordOfXml } from './xml-record.ts';

/** The first match wins. `readFlat` stays last: it accepts any document with a title. */
const CONNECTORS: readonly Connector[] = [
  readServerText,
  readServerPage,
  readAzuraCast,
  readIcecast,
  readShoutcast,
  readRadioCo,
  readLibreTime,
  readRadioFrance,
  readFlat,
];

/** The tracks of a document, or null when its format is unknown. */
export function readDocument(document: unknown, slotUrl: URL): TrackSet | null {
  for (const read of CONNECTORS) {
    const tracks = read(document, slotUrl);
    if (tracks) return tracks;
  }
  if (!(document instanceof TextAnswer)) return null;
  const { text } = document;
  const json = jsonInText(text);
  if (json !== null) return readDocument(json, slotUrl);
  const xml = recordOfXml(text);
  if (xml === null) return null;
  // A root element that is not known by its name may hold a track, too.
  const [root] = Object.values(xml);
  return readDocument(xml, slotUrl) ?? (isRecord(root) ? readDocument(root, slotUrl) : null);
}
