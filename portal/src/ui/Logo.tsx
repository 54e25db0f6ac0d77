import { BRAND, LOGO } from '@stationhouse/platform-api/contract/site/brand';
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
        viewBox={LOGO.view_box}
        className="h-[1.4em] w-[1.3em] flex-none"
        {...(markOnly ? { role: 'img', 'aria-label': BRAND.name } : { 'aria-hidden': true })}
      >
        <path
          // The second part cuts the window out.
          d={`${LOGO.house}M16 13a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z`}
          fillRule="evenodd"
          fill={oneColour ? 'currentColor' : 'var(--house)'}
        />
        {oneColour ? null : (
          <circle {...LOGO.lamp} fill={on ? 'var(--on-air)' : 'var(--house-dark-window)'} />
        )}
      </svg>
      {markOnly ? null : (
        <span className="font-heading leading-none font-bold tracking-[-0.03em]">{BRAND.name}</span>
      )}
    </span>
  );
}
