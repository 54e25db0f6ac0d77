import { cva, type VariantProps } from 'class-variance-authority';
import { clsx } from 'clsx';
import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'react-router-dom';

/** The look of buttons and button links; at least 44 px high on phones. */
export const buttonStyle = cva(
  [
    'relative inline-flex max-w-full cursor-pointer items-center justify-center gap-2 rounded-card text-center font-semibold no-underline select-none',
    'transition-[background-color,border-color,color,translate] active:translate-y-px',
    'aria-disabled:cursor-default aria-disabled:active:translate-y-0 [&_svg]:size-[1.15em] [&_svg]:flex-none',
  ],
  {
    variants: {
      kind: {
        primary:
          'border border-transparent bg-primary text-on-primary hover:bg-primary-raised aria-disabled:bg-primary',
        secondary:
          'border border-edge bg-surface text-ink hover:border-ink hover:bg-sunken aria-disabled:bg-surface',
        quiet: 'border border-transparent text-ink hover:bg-sunken aria-disabled:bg-transparent',
        danger:
          'border border-transparent bg-bad text-on-bad hover:bg-bad-raised aria-disabled:bg-bad',
      },
      size: {
        small:
          'min-h-11 shrink-0 px-3 py-1 text-[0.9375rem] leading-5 md:px-3.5 md:pointer-fine:min-h-9',
        medium: 'min-h-11 px-5 py-2 text-text leading-6',
        large: 'min-h-13 px-7 py-3 text-lead leading-6',
      },
    },
    defaultVariants: { kind: 'primary', size: 'medium' },
  },
);

export type ButtonStyle = VariantProps<typeof buttonStyle>;

interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** Cannot be pressed; keeps its focus and width. */
  busy?: boolean;
  /** The label while busy: 'Sending...'. */
  busyText?: string;
}

/** A button. `className` adds layout (margin, width), never another look. */
export function Button({
  kind,
  size,
  busy = false,
  busyText,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const pressOnce = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={clsx(
        buttonStyle({ kind, size }),
        'disabled:cursor-not-allowed disabled:opacity-50',
        className,
      )}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={pressOnce}
    >
      {busyText === undefined ? (
        children
      ) : (
        // Both texts share a grid cell, so that the longer one sets the width.
        <span className="grid place-items-center *:[grid-area:1/1]">
          <span className={clsx('inline-flex items-center gap-2', busy && 'invisible')}>
            {children}
          </span>
          <span className={clsx(!busy && 'invisible')}>{busyText}</span>
        </span>
      )}
    </button>
  );
}

type ButtonLinkProps = ButtonStyle &
  (
    | ({ /** A page of the portal. */ to: string; href?: never } & ComponentProps<typeof Link>)
    | ({
        /** Any other page: a station, the API reference, another site. */ href: string;
        to?: never;
        /** Opens a new tab, so that audio on this page continues. */
        newTab?: boolean;
      } & ComponentProps<'a'>)
  );

/** A link that looks like a button. Screen readers announce a new tab. */
export function ButtonLink({ kind, size, className, ...link }: ButtonLinkProps) {
  const look = clsx(buttonStyle({ kind, size }), className);
  if (link.href === undefined) return <Link {...link} className={look} />;
  const { newTab = false, children, ...rest } = link;
  return (
    <a {...rest} className={look} {...(newTab && { target: '_blank', rel: 'noopener' })}>
      {children}
      {newTab ? <span className="sr-only"> (opens in a new tab)</span> : null}
    </a>
  );
}
