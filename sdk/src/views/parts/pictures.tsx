import { isWordmark } from '@stationhouse/platform-api/contract/site/colours';
import type { ReactNode } from 'react';
import type { PublicStation } from '../../client/generated/types.gen.ts';

interface CoverProps {
  /** Address of the picture; without one the placeholder is shown. */
  src: string | null | undefined;
  placeholder: string;
  className?: 'cover' | 'logo' | 'logo wide';
  /** Width by height of a picture that is no square: its place is kept before it is loaded. */
  aspect?: number | undefined;
  /** The most important picture of its page, fetched before all others. */
  first?: boolean;
  /**
   * A new picture fades in over the former one. Only then is the former its frame's background: at first, the browser
   * would take it for the largest paint, as late as the player.
   */
  fades?: boolean;
}

/** How long a new picture takes to appear, in ms. */
const FADE_MS = 500;

function fadeIn({ currentTarget: picture }: { currentTarget: HTMLImageElement }): void {
  const { style: frame } = picture.parentElement ?? picture;
  const former = frame.getPropertyValue('--cover');
  // The address has no quotes: URLs are written without them.
  frame.setProperty('--cover', `center/cover url("${picture.currentSrc}")`);
  if (!former || matchMedia('(prefers-reduced-motion)').matches) return;
  frame.background = former;
  picture.animate({ opacity: [0, 1], translate: ['24px', '0'] }, FADE_MS).onfinish = () =>
    (frame.background = '');
}

/**
 * A picture whose box never changes size, square unless it has an aspect. Hidden from screen readers, since the text beside it says
 * the same.
 */
export function Cover({ src, placeholder, className = 'cover', aspect, first, fades }: CoverProps) {
  return (
    <img
      className={className}
      part={className}
      alt=""
      width={aspect && aspect * 100}
      height={aspect && 100}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'low'}
      src={src || placeholder}
      {...(fades && { onLoad: fadeIn })}
      onError={({ currentTarget: picture }) => {
        if (picture.getAttribute('src') === placeholder) return;
        // The written name comes back with it.
        picture.classList.remove('wide');
        picture.src = placeholder;
      }}
    />
  );
}

interface LogoProps {
  /** Null: not known yet; its place is kept. */
  station: Pick<PublicStation, 'station_name' | 'station_logo_url' | 'logo_shape'> | null;
  placeholder: string;
}

/** The station's logo, or its initial. The name is beside it; stylesheets show it to screen readers alone after a wordmark. */
export function Logo({ station, placeholder }: LogoProps) {
  return station?.station_logo_url ? (
    <Cover
      {...(isWordmark(station)
        ? { className: 'logo wide', aspect: station.logo_shape?.aspect }
        : { className: 'logo' })}
      src={station.station_logo_url}
      placeholder={placeholder}
    />
  ) : (
    <span className="logo" part="logo" aria-hidden="true">
      {station && [...station.station_name][0]}
    </span>
  );
}

type Signed = Pick<PublicStation, 'dark_logo' | 'theme' | 'station_logo_url'>;

/** The same of a page of the station's own: it gives way to the logo for dark grounds where the page follows a dark system. */
export function PageLogo({
  station,
  placeholder,
}: LogoProps & { station: (LogoProps['station'] & Signed) | null }) {
  return (
    <BothLogos station={station}>
      <Logo station={station} placeholder={placeholder} />
    </BothLogos>
  );
}

interface BothLogosProps {
  station: Signed | null;
  /** The usual logo. */
  children: ReactNode;
}

/** A logo that gives way to the one for dark grounds where the page follows a dark system. */
function BothLogos({ station, children }: BothLogosProps) {
  const { dark_logo: dark, theme = 'auto' } = station ?? {};
  const isOther = dark && dark.station_logo_url !== station?.station_logo_url;
  if (!isOther || theme !== 'auto') return children;
  return (
    <picture
      onErrorCapture={({ currentTarget }) => currentTarget.querySelector('source')?.remove()}
    >
      <source
        srcSet={dark.station_logo_url}
        width={dark.logo_shape.aspect * 100}
        height={100}
        media="(prefers-color-scheme:dark)"
      />
      {children}
    </picture>
  );
}

interface NowCoverProps {
  /** The answer of `nowOf`. */
  now: { cover?: string | undefined; isStation: boolean };
  station: PublicStation | null;
  placeholder: string;
}

/** The largest picture of a page: the track's cover or, without a track, the station's logo or initial. */
export function NowCover({ now, station, placeholder }: NowCoverProps) {
  const initial = initialOf({ now, station });
  if (initial) return <Initial>{initial}</Initial>;
  return <Cover src={pictureOf({ now, station })} placeholder={placeholder} first />;
}

interface ArtProps extends NowCoverProps {
  /** Over the picture. */
  children?: ReactNode;
}

/** The same with an edge around it. A new one fades in over the former one. */
export function Art({ placeholder, children, ...props }: ArtProps) {
  const initial = initialOf(props);
  return (
    <div className={props.now.isStation ? 'art own' : 'art'}>
      {initial ? (
        <Initial>{initial}</Initial>
      ) : (
        <BothLogos station={props.now.isStation ? props.station : null}>
          <Cover src={pictureOf(props)} placeholder={placeholder} first fades />
        </BothLogos>
      )}
      {children}
    </div>
  );
}

export const Initial = ({ children }: { children: string | undefined }) => (
  <span className="cover initial" part="cover" aria-hidden="true">
    {children}
  </span>
);

type Pictured = Pick<NowCoverProps, 'now' | 'station'>;

const initialOf = ({ now, station }: Pictured): string | undefined =>
  now.isStation && station && !station.station_logo_url ? [...station.station_name][0] : undefined;

const pictureOf = ({ now, station }: Pictured): string | null | undefined =>
  now.isStation ? station?.station_logo_url : now.cover;
