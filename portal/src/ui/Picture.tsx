import { BRAND } from '@stationhouse/platform-api/contract/site/brand';
import { clsx } from 'clsx';
import { useState, type ComponentProps } from 'react';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'width' | 'height'> {
  src: string | null | undefined;
  /** Empty if the text beside it says the same. */
  alt: string;
  /** In px, to reserve the space. */
  width: number;
  height: number;
  fit?: 'cover' | 'contain';
}

/** A picture; the placeholder if it is missing or broken (specification §8). */
export function Picture({ src, alt, fit = 'cover', className, ...rest }: PictureProps) {
  const [broken, setBroken] = useState<string>();
  const isThere = src !== null && src !== undefined && src !== '' && src !== broken;
  // A picture that failed before hydration fires no error event.
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
