import type { PublicStation } from './client/generated/types.gen.ts';

/** What a page may want to show of a station. */
export interface StationInfo {
  name: string;
  /** The address of its logo, if it has one. */
  logo: string | null;
  /** The address of its own page. */
  url: string;
}

/** What a page may want to show of a station; null without one. */
export const stationInfo = (station: PublicStation | null): StationInfo | null =>
  station && {
    name: station.station_name,
    logo: station.station_logo_url,
    url: station.own_url ?? station.station_url,
  };
