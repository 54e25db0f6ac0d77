import { clsx } from 'clsx';

interface SleeveProps {
  /** CSS colours; by default those of the tokens around it. */
  ground?: string;
  form?: string;
  className?: string;
}

/** A sleeve in the station's colours, as its page draws for a song without a cover. */
export function Sleeve({
  ground = 'var(--primary)',
  form = 'var(--background)',
  className,
}: SleeveProps) {
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      style={{ background: ground }}
      className={clsx('aspect-square border border-line forced-color-adjust-none', className)}
    >
      <g fill={form}>
        <path d="M0 100a100 100 0 0 1 100-100v100z" opacity="0.3" />
        <circle cx="74" cy="54" r="12" />
      </g>
    </svg>
  );
}
