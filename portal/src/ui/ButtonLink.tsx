import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { buttonStyle, type ButtonStyle } from './Button.tsx';

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
