import type { Industry } from '@stationhouse/platform-api/contract/setup/values';
import { clsx } from 'clsx';

/** One large form for each industry, in a square of 100. Overlaps are holes. */
const FORMS: Record<Industry, string> = {
  // A cup from above.
  cafe: 'M100 -6a44 44 0 1 0 0 88zM100 12a26 26 0 0 0 0 52z',
  gym: 'M0 100V46h19v54zM27 100V20h19v80zM54 100V60h19v40zM81 100V4h19v96z',
  // A shop door.
  retail: 'M40 100V44a30 30 0 0 1 60 0V100H86V44a16 16 0 0 0-32 0V100z',
  office:
    'M50 0h22v22H50zM78 0h22v22H78zM50 28h22v22H50zM78 28h22v22H78zM78 56h22v22H78zM22 0h22v22H22z',
  // The moon over the roofs.
  hotel: 'M78 8a30 30 0 1 0 16 54A36 36 0 0 1 78 8z',
  supermarket:
    'M28 0h18v34a9 9 0 0 1-18 0zM46 0h18v34a9 9 0 0 1-18 0zM64 0h18v34a9 9 0 0 1-18 0zM82 0h18v34a9 9 0 0 1-18 0z',
  // A mirror.
  salon: 'M64 -4a40 40 0 1 0 .1 0zM64 10a26 26 0 1 1-.1 0z',
};

interface OwnSleeveProps {
  name: string;
  industry: Industry;
  /** As a data URL. */
  logo: string | null;
  /** The logo is white, or nearly: it needs a dark chip. */
  isLogoPale: boolean;
  /** The browser can't draw the logo. */
  onBrokenLogo: () => void;
}

/** Long names are set smaller, so that they fit. */
function sizeOf(name: string): string {
  const longest = Math.max(...name.split(/\s+/).map((word) => word.length));
  if (name.length <= 12 && longest <= 9) return 'text-[15cqw]';
  if (name.length <= 24 && longest <= 12) return 'text-[11.5cqw]';
  if (name.length <= 44 && longest <= 17) return 'text-[8.5cqw]';
  return longest <= 23 ? 'text-[6.5cqw]' : 'text-[4.6cqw]';
}

/** A cover with the name of the station, in its colour. */
export function OwnSleeve({ name, industry, logo, isLogoPale, onBrokenLogo }: OwnSleeveProps) {
  return (
    <div className="@container relative aspect-square w-full overflow-hidden rounded-card bg-(--accent) text-(--on-accent) transition-colors duration-(--calm) forced-color-adjust-none">
      <svg viewBox="0 0 100 100" aria-hidden="true" className="absolute inset-0 size-full">
        <path d={FORMS[industry]} fill="currentColor" fillRule="evenodd" opacity="0.17" />
      </svg>
      {logo === null ? null : (
        <img
          src={logo}
          alt="Your logo"
          onError={onBrokenLogo}
          className={clsx(
            'absolute start-[6cqw] top-[6cqw] h-[22cqw] max-w-[56cqw] rounded-small object-contain p-[2cqw]',
            isLogoPale ? 'bg-[#000]' : 'bg-[#fff]',
          )}
        />
      )}
      <p
        className={clsx(
          'absolute inset-x-[6cqw] bottom-[6cqw] line-clamp-5 font-heading leading-[0.98] font-bold tracking-[-0.03em] text-balance wrap-anywhere hyphens-auto',
          sizeOf(name),
        )}
      >
        {name}
      </p>
    </div>
  );
}
