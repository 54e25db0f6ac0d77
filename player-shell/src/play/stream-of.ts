import { isOwnStream, type PublicStation, type StreamAddress } from '@stationhouse/sdk/shell';

/**
 * Where a station's sound comes from: its own stream, as it sounds at a location, or that of another station here.
 * @returns 'elsewhere' for another server
 */
export function streamOf(
  { stream_url, station_slug, public_id }: PublicStation,
  url: string,
  location: string | null,
): StreamAddress | 'elsewhere' {
  if (!isOwnStream(stream_url, url)) return 'elsewhere';
  const stream = new URL(stream_url).pathname.split('/')[2]?.split('.')[0] ?? '';
  const isItsOwn = stream === station_slug || stream === public_id;
  return { url, stream, location: isItsOwn ? location : null };
}

/** The address of a stream as it sounds at its location. */
export function addressAt(url: string, stream: StreamAddress | 'elsewhere' | null): string {
  if (stream === null || stream === 'elsewhere' || stream.location === null) return url;
  return `${url}${url.includes('?') ? '&' : '?'}location=${stream.location}`;
}
