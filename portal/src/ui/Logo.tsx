import { BRAND } from '@stationhouse/platform-api/contract/brand';
import { clsx } from 'clsx';

interface LogoProps {
  /** The mark without the name, for 16 to 48 px. */
  markOnly?: boolean;
  /** Whether the lamp is lit. */
  on?: boolean;
  /** In the text colour, for print and one-colour footers. */
  oneColour?: boolean;
  className?: string;
}

/** The operator's logo: a house front with the on-air lamp, and the name. */
export function Logo({ markOnly = false, on = true, oneColour = false, className }: LogoProps) {
  return (
    <span className={clsx('inline-flex items-center gap-[0.45em]', className)}>
      <svg
        viewBox="3 2 26 28"
        className="h-[1.4em] w-[1.3em] flex-none"
        {...(markOnly ? { role: 'img', 'aria-label': BRAND.name } : { 'aria-hidden': true })}
      >
        <path
          d="M16 2.2a3 3 0 0 1 1.75.56l10 7.2A3.2 3.2 0 0 1 29 12.5V26a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V12.5a3.2 3.2 0 0 1 1.25-2.54l10-7.2A3 3 0 0 1 16 2.2ZM16 13a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z"
          fillRule="evenodd"
          fill={oneColour ? 'currentColor' : 'var(--house)'}
        />
        {oneColour ? null : (
          <circle
            cx="16"
            cy="18.5"
            r="5.5"
            fill={on ? 'var(--on-air)' : 'var(--house-dark-window)'}
          />
        )}
      </svg>
      {markOnly ? null : (
        <span className="font-heading leading-none font-bold tracking-[-0.03em]">{BRAND.name}</span>
      )}
    </span>
  );
}
