import { cva, type VariantProps } from 'class-variance-authority';
import { clsx } from 'clsx';
import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'react-router-dom';

/** How buttons and links that look like one are drawn; 44 px high on phones whatever their size. */
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
  /** Under way: it cannot be pressed again, keeps the focus, and keeps its width. */
  busy?: boolean;
  /** What it says meanwhile, such as 'Sending...'. */
  busyText?: string;
}

/** A button that says what happens. `className` adds layout (margin, width), never another look. */
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
        // Both texts lie in one cell, so that the longer of them holds the width.
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
        /** Anywhere else: a station, the reference, another site. */ href: string;
        to?: never;
        /** In a tab of its own, so that what plays here goes on. */
        newTab?: boolean;
      } & ComponentProps<'a'>)
  );

/** A link that looks like a button. Those who hear the page are told of a new tab. */
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
