import type { PublicStation } from '../../client/generated/types.gen.ts';

interface CoverProps {
  /** Address of the picture; without one the placeholder is shown. */
  src: string | null | undefined;
  placeholder: string;
  className?: 'cover' | 'logo';
  /** The most important picture of its page, fetched before all others. */
  first?: boolean;
}

/**
 * A square picture whose box never changes size. Hidden from screen readers, since the text beside it says
 * the same.
 */
export function Cover({ src, placeholder, className = 'cover', first }: CoverProps) {
  return (
    <img
      className={className}
      part={className}
      alt=""
      decoding="async"
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      src={src || placeholder}
      onError={({ currentTarget: picture }) => {
        if (picture.getAttribute('src') !== placeholder) picture.src = placeholder;
      }}
    />
  );
}

interface LogoProps {
  /** Null: not known yet; its place is kept. */
  station: Pick<PublicStation, 'station_name' | 'station_logo_url'> | null;
  placeholder: string;
}

/** The station's logo, or its initial. The name is beside it. */
export function Logo({ station, placeholder }: LogoProps) {
  return station?.station_logo_url ? (
    <Cover className="logo" src={station.station_logo_url} placeholder={placeholder} />
  ) : (
    <span className="logo" part="logo" aria-hidden="true">
      {station && [...station.station_name][0]}
    </span>
  );
}

interface NowCoverProps {
  /** Of `nowOf`. */
  now: { cover?: string | undefined; isStation: boolean };
  station: PublicStation | null;
  placeholder: string;
}

/** The largest picture of a page: the track's cover or, without a track, the station's logo or initial. */
export function NowCover({ now, station, placeholder }: NowCoverProps) {
  if (now.isStation && station && !station.station_logo_url) {
    return (
      <span className="cover initial" part="cover" aria-hidden="true">
        {[...station.station_name][0]}
      </span>
    );
  }
  const src = now.isStation ? station?.station_logo_url : now.cover;
  return <Cover src={src} placeholder={placeholder} first />;
}
