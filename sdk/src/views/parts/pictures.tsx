import type { PublicStation } from '../../client/generated/types.gen.ts';

interface CoverProps {
  /** The picture's address; none shows the placeholder. */
  src: string | null | undefined;
  placeholder: string;
  className?: 'cover' | 'logo';
  /** The picture that matters most on its page is fetched before all others. */
  first?: boolean;
}

/**
 * A square picture whose box keeps its size whatever arrives. It says nothing to a screen reader:
 * the words it goes with stand beside it.
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
