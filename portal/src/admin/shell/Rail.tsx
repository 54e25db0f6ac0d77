import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import Keyboard from 'lucide-react/icons/keyboard';
import Menu from 'lucide-react/icons/menu';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useEffect, useId, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { MEMBERS_PATH } from '../../api/member-paths.ts';
import { signOut } from '../../auth/sign-out.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Skeleton } from '../../ui/Loaded.tsx';
import { waitingQuery } from '../messages/queries.ts';
import { isWithin, MESSAGES_PATH, PLACES, placesOf, type MainPlace } from './places.ts';

/** ⌘K on a Mac, Ctrl+K elsewhere. */
export const PALETTE_KEYS = /Mac|iP(?:hone|ad)/.test(globalThis.navigator?.userAgent ?? '')
  ? '⌘K'
  : 'Ctrl K';

interface RailProps {
  /** Undefined until it is known, and for users who may not be here. */
  role: 'admin' | 'support' | undefined;
  onPalette: () => void;
  onKeys: () => void;
}

/** The pages of the admin area: beside the page from 1024 px on, behind a button on smaller screens. */
export function Rail({ role, onPalette, onKeys }: RailProps) {
  const id = useId();
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  // Another page closes it.
  const isOpen = openAt === key;
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpenAt(undefined);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOpen]);
  const Sign = isOpen ? X : Menu;
  return (
    <header className="sticky top-(--support-bar) z-20 flex flex-wrap items-center gap-x-1 border-b border-line bg-background px-(--gutter) max-lg:max-h-dvh max-lg:overflow-y-auto lg:h-[calc(100dvh-var(--support-bar))] lg:w-58 lg:flex-none lg:flex-col lg:flex-nowrap lg:items-stretch lg:overflow-y-auto lg:border-e lg:border-b-0 lg:px-3 lg:py-5">
      <a
        href="#content"
        className="sr-only rounded-card bg-primary px-4 py-2 font-semibold text-on-primary focus:not-sr-only focus:absolute focus:start-4 focus:top-3 focus:z-10"
      >
        Skip to content
      </a>
      <Link
        to="/admin"
        className="flex min-h-14 items-center rounded-small text-[1.125rem] text-ink max-lg:me-auto lg:min-h-11 lg:px-3"
      >
        <Logo />
      </Link>
      {role === undefined ? (
        <div className="mt-4 flex flex-col max-lg:hidden">
          <Skeleton className="h-10 rounded-card" />
          <div className="mt-7 flex flex-col gap-6.5 px-3">
            {PLACES.map(({ to, label }) => (
              <Skeleton key={to} className={label.length > 7 ? 'h-4 w-28' : 'h-4 w-20'} />
            ))}
          </div>
        </div>
      ) : (
        <>
          <button
            type="button"
            onClick={onPalette}
            className="flex size-11 cursor-pointer items-center justify-center gap-2.5 rounded-card text-muted hover:text-ink lg:mt-4 lg:h-10 lg:w-auto lg:justify-start lg:border lg:border-line lg:bg-surface lg:px-3"
          >
            <Search aria-hidden="true" className="size-5 lg:size-4" />
            <span className="max-lg:sr-only">Jump to…</span>
            <kbd className="ms-auto text-small text-muted max-lg:hidden">{PALETTE_KEYS}</kbd>
          </button>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpenAt(isOpen ? undefined : key)}
            className="-me-2.5 grid size-11 cursor-pointer place-items-center rounded-card text-ink lg:hidden"
          >
            <Sign aria-hidden="true" className="size-6" />
            <span className="sr-only">Menu</span>
          </button>
          <div
            id={id}
            className={clsx(
              'basis-full pb-4 lg:mt-4 lg:flex lg:flex-1 lg:basis-auto lg:flex-col lg:pb-0',
              !isOpen && 'max-lg:hidden',
            )}
          >
            <Places places={placesOf(role)} />
            <div className="mt-3 flex flex-wrap border-t border-line pt-3 lg:mt-auto lg:flex-col lg:border-0">
              <Button
                kind="quiet"
                size="small"
                onClick={onKeys}
                className="lg:justify-start lg:px-3"
              >
                <Keyboard aria-hidden="true" className="size-4.5" />
                Keys
              </Button>
              <ButtonLink
                to={MEMBERS_PATH}
                kind="quiet"
                size="small"
                className="lg:justify-start lg:px-3"
              >
                Member area
              </ButtonLink>
              <Button
                kind="quiet"
                size="small"
                onClick={() => void signOut()}
                className="lg:justify-start lg:px-3"
              >
                Sign Out
              </Button>
            </div>
          </div>
        </>
      )}
    </header>
  );
}

const LINK =
  'flex min-h-11 items-center gap-3 rounded-card px-3 font-semibold no-underline lg:min-h-10';

function Places({ places }: { places: readonly MainPlace[] }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Admin area">
      <ul className="flex flex-col gap-0.5">
        {places.map((place) => {
          const { to, label, icon: Icon, parts = [] } = place;
          const isHere = isWithin(place, pathname);
          return (
            <li key={to}>
              <Link
                to={to}
                aria-current={pathname === to ? 'page' : isHere ? 'true' : undefined}
                className={clsx(LINK, isHere ? 'bg-sunken text-ink' : 'text-muted hover:text-ink')}
              >
                <Icon aria-hidden="true" className="size-5 flex-none" />
                {label}
                {to === MESSAGES_PATH ? <Unread /> : null}
              </Link>
              {isHere && parts.length > 0 ? (
                <ul>
                  {parts.map((part) => (
                    <li key={part.to}>
                      <Link
                        to={part.to}
                        aria-current={pathname === part.to ? 'page' : undefined}
                        className={clsx(
                          LINK,
                          'ps-11',
                          pathname === part.to ? 'text-ink' : 'text-muted hover:text-ink',
                        )}
                      >
                        {part.label}
                      </Link>
                    </li>
                  ))}
                </ul>
              ) : null}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** How many customers wait for an answer. */
function Unread() {
  const { data } = useQuery(waitingQuery);
  if (!data || data.data.length === 0) return null;
  return (
    <span className="tabular ms-auto rounded-full bg-primary px-2 text-small leading-6 text-on-primary">
      {data.data.length}
      {data.has_more ? '+' : ''}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
