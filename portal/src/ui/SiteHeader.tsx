import { BRAND } from '@stationhouse/platform-api/contract/site/brand';
import { clsx } from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import MenuIcon from 'lucide-react/icons/menu';
import { useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button, ButtonLink } from './Button.tsx';
import { Logo } from './Logo.tsx';
import { SCENE_SIZE, SOLUTIONS } from './solutions.ts';

/** The visitor, for the navigation. */
export interface Visitor {
  signedIn: boolean;
  isAdmin: boolean;
  onSignOut: () => void;
}

const PLACES = [
  { label: 'Features', to: '/#features' },
  { label: 'Pricing', to: '/#pricing' },
  { label: 'FAQ', to: '/faq' },
] as const;

const navLink =
  'inline-flex min-h-11 items-center rounded-small text-[0.9375rem] font-medium text-ink hover:text-primary-raised hover:underline hover:decoration-2 hover:underline-offset-6';
const menuLink =
  'flex min-h-13 items-center border-b border-line font-heading text-title font-semibold';

/** The header of every page (specification §2, Top nav). */
export function SiteHeader({ visitor }: { visitor: Visitor }) {
  const [menuId, solutionsId] = [useId(), useId()];
  return (
    <header className="sticky top-(--support-bar) z-20 border-b border-line bg-background">
      <a
        href="#content"
        className="sr-only rounded-card bg-primary px-4 py-2 font-semibold text-on-primary focus:not-sr-only focus:absolute focus:start-4 focus:top-3 focus:z-10"
      >
        Skip to content
      </a>
      <div className="container-page flex min-h-17 items-center justify-between gap-3 sm:gap-6">
        <Link
          to="/"
          className="flex min-h-11 items-center rounded-small text-[1.125rem] text-ink sm:text-[1.25rem]"
        >
          <Logo />
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-8 lg:flex">
          <button
            type="button"
            popoverTarget={solutionsId}
            className={clsx(navLink, 'cursor-pointer gap-1')}
          >
            Solutions
            <ChevronDown aria-hidden="true" className="size-4" />
          </button>
          {PLACES.map(({ label, to }) => (
            <Link key={label} to={to} className={navLink}>
              {label}
            </Link>
          ))}
          <DemoLink className={navLink} />
        </nav>
        <div className="hidden items-center gap-2 lg:flex">
          <AccountLinks visitor={visitor} />
        </div>
        <div className="flex items-center gap-1 lg:hidden">
          {visitor.signedIn ? null : (
            <ButtonLink to="/signup" size="small" className="max-[22rem]:hidden">
              Get Started
            </ButtonLink>
          )}
          <button
            type="button"
            popoverTarget={menuId}
            aria-label="Menu"
            className="-me-2.5 grid size-11 cursor-pointer place-items-center rounded-card text-ink hover:bg-sunken"
          >
            <MenuIcon aria-hidden="true" className="size-6" />
          </button>
        </div>
      </div>
      <SolutionsMenu id={solutionsId} />
      <PhoneMenu id={menuId} visitor={visitor} />
    </header>
  );
}

function DemoLink({ className }: { className: string }) {
  return (
    <a href={BRAND.demo_path} target="_blank" rel="noopener" className={className}>
      Live Demo<span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

function AccountLinks({ visitor, wide = false }: { visitor: Visitor; wide?: boolean }) {
  const size = wide ? 'medium' : 'small';
  const className = clsx(wide && 'w-full');
  if (!visitor.signedIn) {
    return (
      <>
        <ButtonLink
          to="/login"
          kind={wide ? 'secondary' : 'quiet'}
          size={size}
          className={className}
        >
          Login
        </ButtonLink>
        <ButtonLink to="/signup" size={size} className={className}>
          Get Started
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <ButtonLink to="/members" kind="secondary" size={size} className={className}>
        Dashboard
      </ButtonLink>
      {visitor.isAdmin ? (
        <ButtonLink
          to="/admin"
          kind={wide ? 'secondary' : 'quiet'}
          size={size}
          className={className}
        >
          Admin
        </ButtonLink>
      ) : null}
      <Button kind="quiet" size={size} className={className} onClick={visitor.onSignOut}>
        Sign Out
      </Button>
    </>
  );
}

/** The industries, in a native popover below the header. Their pictures load when it opens. */
function SolutionsMenu({ id }: { id: string }) {
  const { key } = useLocation();
  return (
    // A new key closes it on navigation.
    <div key={key} id={id} popover="auto" className="site-menu max-lg:hidden">
      <nav aria-label="Solutions" className="container-page py-6">
        <ul className="grid grid-cols-4 gap-x-6 gap-y-2">
          {SOLUTIONS.map(({ label, to, line, scene }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex items-center gap-4 rounded-card p-2 text-ink no-underline hover:bg-sunken"
              >
                <img
                  src={scene}
                  alt=""
                  {...SCENE_SIZE}
                  loading="lazy"
                  className="h-14 w-22 flex-none rounded-small object-cover"
                />
                <span className="min-w-0">
                  <span className="block font-semibold">{label}</span>
                  <span className="block text-small text-muted">{line}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

/** A native popover, which works before hydration. */
function PhoneMenu({ id, visitor }: { id: string; visitor: Visitor }) {
  const { key } = useLocation();
  return (
    // A new key closes it on navigation and on sign-in.
    <div key={`${key} ${visitor.signedIn}`} id={id} popover="auto" className="site-menu lg:hidden">
      <nav aria-label="Menu" className="container-page pt-2 pb-6">
        <ul>
          {PLACES.map(({ label, to }) => (
            <li key={label}>
              <Link to={to} className={menuLink}>
                {label}
              </Link>
            </li>
          ))}
          <li>
            <DemoLink className={menuLink} />
          </li>
        </ul>
        <p className="mt-5 text-small text-muted">Solutions</p>
        <ul className="grid grid-cols-2 gap-x-6">
          {SOLUTIONS.map(({ label, to }) => (
            <li key={to}>
              <Link to={to} className={navLink}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <div className="mt-6 grid gap-3">
          <AccountLinks visitor={visitor} wide />
        </div>
      </nav>
    </div>
  );
}
