import { BRAND } from '@stationhouse/platform-api/contract/brand';
import { clsx } from 'clsx';
import { useState, type ComponentProps } from 'react';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'width' | 'height'> {
  /** Where it is; null or undefined where there is none. */
  src: string | null | undefined;
  /** What it shows; empty if the words beside it say so already. */
  alt: string;
  /** Its shape in px, so that its place is kept while it comes. */
  width: number;
  height: number;
  /** 'contain' shows it whole; otherwise it fills its place. */
  fit?: 'cover' | 'contain';
}

/** A picture from anywhere: a missing or broken one becomes the placeholder (specification §8). */
export function Picture({ src, alt, fit = 'cover', className, ...rest }: PictureProps) {
  const [broken, setBroken] = useState<string>();
  const isThere = src !== null && src !== undefined && src !== '' && src !== broken;
  // A picture that broke before the script was here has told nobody.
  const look = (image: HTMLImageElement | null) => {
    if (isThere && image?.complete && image.naturalWidth === 0) setBroken(src);
  };
  return (
    <img
      loading="lazy"
      decoding="async"
      {...rest}
      ref={look}
      src={isThere ? src : BRAND.placeholder_cover}
      alt={alt}
      className={clsx('bg-sunken', fit === 'cover' ? 'object-cover' : 'object-contain', className)}
      onError={() => {
        if (isThere) setBroken(src);
      }}
    />
  );
}
