import type { AdminStation } from '../../contract/customers.ts';
import {
  CURRENCY,
  DEFAULT_STATION_NAME,
  DEMO_STATION_SLUG,
  MAX_SLUG_CHANGES,
} from '../../contract/limits.ts';
import type { PublicStation, Station } from '../../contract/stations.ts';
import type { RadioStation } from './station.ts';

/** An http or https address, made absolute; null for anything else that stands in such a column. */
function webAddress(text: string | null, publicUrl: string): string | null {
  if (!text || !URL.canParse(text, publicUrl)) return null;
  const url = new URL(text, publicUrl);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}

/**
 * What anyone may know of a station. A station without a stream plays the demo's, one without a name
 * is 'Demo Radio Stream' (specification §3).
 */
export function presentPublicStation(station: RadioStation, publicUrl: string): PublicStation {
  return {
    station_slug: station.station_slug,
    station_name: station.station_name?.trim() || DEFAULT_STATION_NAME,
    station_logo_url: webAddress(station.station_logo_url, publicUrl),
    station_url:
      webAddress(station.station_url, publicUrl) ?? `${publicUrl}/${station.station_slug}`,
    stream_url:
      webAddress(station.stream_url, publicUrl) ?? `${publicUrl}/stream/${DEMO_STATION_SLUG}`,
  };
}

/** A station as its owner sees it: no setup notes, no track addresses, which may carry keys. */
export function presentMyStation(station: RadioStation, publicUrl: string): Station {
  return {
    ...station,
    ...presentPublicStation(station, publicUrl),
    currency: CURRENCY,
    purchased_at: station.purchased_at?.toISOString() ?? null,
    setup_completed_at: station.setup_completed_at?.toISOString() ?? null,
    slug_changes_left: Math.max(0, MAX_SLUG_CHANGES - station.slug_changes),
    updated_at: station.updated_at.toISOString(),
  };
}

/** A station as the operator sees it: names and addresses as they were entered. */
export function presentAdminStation(station: RadioStation, publicUrl: string): AdminStation {
  return {
    ...presentMyStation(station, publicUrl),
    station_name: station.station_name,
    stream_url: station.stream_url,
    setup_notes: station.setup_notes,
    current_track_data: station.current_track_data,
    previous_track_data: station.previous_track_data,
    next_track_data: station.next_track_data,
    created_at: station.created_at.toISOString(),
  };
}
