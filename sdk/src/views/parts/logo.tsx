import type { PublicStation } from '../../client/generated/types.gen.ts';
import { Cover } from './cover.tsx';

interface LogoProps {
  /** Null: not known yet, and its place is kept. */
  station: PublicStation | null;
  placeholder: string;
}

/** The station's logo; a station without one gets its initial. The name stands beside it. */
export function Logo({ station, placeholder }: LogoProps) {
  return station?.station_logo_url ? (
    <Cover className="logo" src={station.station_logo_url} placeholder={placeholder} />
  ) : (
    <span className="logo" part="logo" aria-hidden="true">
      {station && [...station.station_name][0]}
    </span>
  );
}
