import { chosenStream, isRecord, recordsOf, textOf, titleAndArtist } from './read-fields.ts';
import type { Connector, RawTrack } from './track-set.ts';

/**
 * Icecast 2's `status-json.xsl`, or its XML, which has each `mount`. `source` is missing, an object or a list. The address selects one of a
 * list by `?mount=/live.mp3`, which Icecast itself understands, or by `#/live.mp3`. Otherwise the first with
 * a title is used.
 * Shape: Debian's icecast2 2.4.4; xiph/Icecast-Server, web/status-json.xsl.
 */
export const readIcecast: Connector = (document, slotUrl) => {
  if (!isRecord(document) || !isRecord(document.icestats)) return null;
  const source = chooseSource(recordsOf([document.icestats.source].flat()), slotUrl);
  return { current: source ? readSource(source) : null };
};

function chooseSource(
  sources: Array<Record<string, unknown>>,
  slotUrl: URL,
): Record<string, unknown> | undefined {
  const mount = chosenStream(slotUrl, 'mount')?.replace(/^\/?/, '/');
  if (mount !== undefined) {
    return sources.find((source) => source.mount === mount || mountOf(source.listenurl) === mount);
  }
  return sources.find((source) => titleOf(source)) ?? sources[0];
}

function mountOf(listenUrl: unknown): string | undefined {
  const text = textOf(listenUrl) ?? '';
  return URL.canParse(text) ? new URL(text).pathname : undefined;
}

function titleOf(source: Record<string, unknown>): string | undefined {
  // Icecast's template writes a song titled True without quotes.
  if (typeof source.title === 'boolean') return String(source.title);
  // Ogg streams: Icecast 2.5 writes display-title, 2.4 yp_currently_playing.
  return [source.title, source['display-title'], source.yp_currently_playing]
    .map(textOf)
    .find((text) => text?.trim());
}

function readSource(source: Record<string, unknown>): RawTrack {
  return {
    ...titleAndArtist(titleOf(source), textOf(source.artist)),
    album: textOf(source.album),
  };
}
