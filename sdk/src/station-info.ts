import type { PublicStation } from './client/generated/types.gen.ts';

/** A station as pages show it. */
export interface StationInfo {
  name: string;
  /** The address of its logo, if it has one. */
  logo: string | null;
  /** The address of its own page. */
  url: string;
}

/** A station as pages show it; null without one. */
export const stationInfo = (station: PublicStation | null): StationInfo | null =>
  station && {
    name: station.station_name,
    logo: station.station_logo_url,
    url: station.own_url ?? station.station_url,
  };
