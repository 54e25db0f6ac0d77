import type { TeamRole } from '@stationhouse/platform-api/contract/team/values';
import type { Station } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import CircleUserRound from 'lucide-react/icons/circle-user-round';
import CreditCard from 'lucide-react/icons/credit-card';
import FolderOpen from 'lucide-react/icons/folder-open';
import House from 'lucide-react/icons/house';
import type { LucideIcon } from 'lucide-react';
import Pause from 'lucide-react/icons/pause';
import Radio from 'lucide-react/icons/radio';
import Share2 from 'lucide-react/icons/share-2';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { Link, Navigate, Outlet, useLocation, useSearchParams } from 'react-router-dom';
import { business, followTeams, lostBusiness } from '../api/business.ts';
import {
  ACCOUNT_PATH,
  BILLING_PATH,
  FILES_PATH,
  LOCATIONS_PATH,
  MEMBERS_PATH,
  PROGRAMME_PATH,
  SHARE_PATH,
  SOUND_PATH,
  TEAM_PATH,
} from '../api/member-paths.ts';
import { meQuery, stationQuery, teamsQuery } from '../api/queries.ts';
import { askEarly, Queries } from '../api/Queries.tsx';
import { useVisitor } from '../api/visitors.ts';
import { ForMembers } from '../auth/ForMembers.tsx';
import { signOut } from '../auth/sign-out.ts';
import { UnreadMark } from '../messages/UnreadMark.tsx';
import { useStationPlayer } from '../player/use-station-player.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Copyright } from '../ui/Copyright.tsx';
import { Lamp } from '../ui/Lamp.tsx';
import { Logo } from '../ui/Logo.tsx';
import { Skeleton } from '../ui/Loaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ServiceBanner } from '../ui/ServiceBanner.tsx';
import { prepareToasts } from '../ui/Toaster.tsx';
import { useLiveStation } from './use-live-station.ts';

/** Asks for the user and the station. The route calls it when a page of the area is opened. */
export const askForMembers = () =>
  askEarly((queries) => {
    void queries.prefetchQuery(meQuery);
    void queries.prefetchQuery(stationQuery);
  });

/** Loaded for people who belong to a team: its menu is large. */
const BusinessChooser = lazy(async () => ({
  default: (await import('../team/BusinessChooser.tsx')).BusinessChooser,
}));

/** Around the pages of the member's area, for signed-in users only. */
export function MemberFrame() {
  useEffect(prepareToasts, []);
  const { visitor } = useVisitor();
  const isSignedIn = visitor.status === 'member';
  return (
    <Queries>
      <meta name="robots" content="noindex" />
      <MemberArea
        isSignedIn={isSignedIn}
        isAdmin={isSignedIn && visitor.isAdmin}
        isView={isSignedIn && visitor.view !== undefined}
      >
        <ForMembers className="container-member py-8 lg:py-12">
          <Outlet />
        </ForMembers>
      </MemberArea>
    </Queries>
  );
}

interface MemberAreaProps {
  /** Known to be signed in; nothing is loaded before. */
  isSignedIn: boolean;
  isAdmin?: boolean;
  /** An admin looks at it, and ends the view in the bar above. */
  isView?: boolean;
  children: ReactNode;
}

/** The navigation, the page and the footer. It keeps the station up to date on every page. */
export function MemberArea({
  isSignedIn,
  isAdmin = false,
  isView = false,
  children,
}: MemberAreaProps) {
  const role = business?.role;
  const station = useQuery({ ...stationQuery, enabled: isSignedIn });
  // The setup form may have been submitted in another tab.
  const { data: me } = useQuery({
    ...meQuery,
    enabled: isSignedIn,
    refetchOnWindowFocus: 'always',
  });
  // The owner may have changed the role, or removed the user.
  const { data: teams } = useQuery({
    ...teamsQuery,
    enabled: isSignedIn && business !== undefined,
    refetchOnWindowFocus: 'always',
  });
  useEffect(() => {
    if (teams) followTeams(teams);
  }, [teams]);
  useLiveStation(isSignedIn && Boolean(station.data));
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const isBuying = pathname === MEMBERS_PATH && params.has('create') && !business;
  const hasChooser = Boolean(me?.has_teams || business) && !isView && !isBuying;
  return (
    <div className={clsx('min-h-dvh', !isBuying && 'lg:flex')}>
      <header
        className={clsx(
          'sticky top-(--support-bar) z-20 flex items-center gap-2 border-b border-line bg-background px-(--gutter)',
          isBuying
            ? 'min-h-17'
            : 'min-h-16 lg:h-[calc(100dvh-var(--support-bar))] lg:w-60 lg:flex-none lg:flex-col lg:items-stretch lg:gap-0 lg:overflow-y-auto lg:border-e lg:border-b-0 lg:px-4 lg:py-6',
        )}
      >
        <a
          href="#content"
          className="sr-only rounded-card bg-primary px-4 py-2 font-semibold text-on-primary focus:not-sr-only focus:absolute focus:start-4 focus:top-3 focus:z-10"
        >
          Skip to content
        </a>
        <Link
          to={MEMBERS_PATH}
          className="flex min-h-11 items-center rounded-small px-0 text-[1.125rem] text-ink lg:px-3"
        >
          <Logo className={hasChooser ? 'max-sm:hidden' : undefined} />
          {/* Phones have room for the name of the business beside the mark alone. */}
          {hasChooser ? <Logo markOnly className="sm:hidden" /> : null}
        </Link>
        {hasChooser ? (
          <Suspense
            fallback={<Skeleton className="h-11 w-full max-lg:ms-auto max-lg:w-40 lg:mt-5" />}
          >
            <BusinessChooser station={station.data} />
          </Suspense>
        ) : null}
        {isBuying ? null : <OwnStation station={station.data} />}
        {isBuying || role === 'staff' ? null : (
          <Places
            places={placesOf(station.data !== null, role)}
            hasThread={Boolean(station.data)}
          />
        )}
        <div className={clsx('ms-auto flex', !isBuying && 'lg:ms-0 lg:mt-auto lg:flex-col')}>
          {isAdmin ? (
            <ButtonLink to="/admin" kind="quiet" size="small" className="lg:justify-start">
              Admin
            </ButtonLink>
          ) : null}
          {isView ? null : (
            <Button
              kind="quiet"
              size="small"
              className="-me-3 whitespace-nowrap lg:me-0 lg:justify-start"
              onClick={() => void signOut()}
            >
              Sign Out
            </Button>
          )}
        </div>
      </header>
      <div className={clsx('flex min-w-0 flex-1 flex-col', !isBuying && 'max-lg:pb-tabs')}>
        <div id="content" tabIndex={-1} className="flex-1 outline-none">
          {isSignedIn ? <ServiceBanner className="container-member pt-5" /> : null}
          {lostBusiness === null ? null : <Lost name={lostBusiness} />}
          {isPlaceOf(pathname, role) ? children : <Navigate to={MEMBERS_PATH} replace />}
        </div>
        <Footer />
      </div>
    </div>
  );
}

/** Tells a person that they were removed from a team while they were signed in. */
const Lost = ({ name }: { name: string }) => (
  <div role="status" className="container-member pt-5">
    <Notice kind="attention" title={`You no longer belong to the team of ${name}`}>
      Its owner has removed you, or you have left. This is your own account.
    </Notice>
  </div>
);

/** The station's name and whether it is on air, and while it plays here, the button that stops it. */
function OwnStation({ station }: { station: Station | null | undefined }) {
  if (station) return <NameAndPlayer station={station} />;
  // While it is loading its place is reserved, so that the navigation does not move.
  return station === undefined ? (
    <div className="mt-6 max-lg:hidden">
      <Skeleton className="h-17.5" />
    </div>
  ) : null;
}

function NameAndPlayer({ station: { station_name, station_slug, status } }: { station: Station }) {
  const player = useStationPlayer(station_slug);
  const isLive = status === 'active';
  return (
    <div className="flex min-w-0 items-center gap-3 max-lg:ms-auto lg:mt-6 lg:rounded-card lg:bg-sunken lg:py-3 lg:ps-3.5 lg:pe-2">
      <div className="min-w-0 flex-1 max-lg:hidden">
        <p className="truncate font-semibold" title={station_name}>
          {station_name}
        </p>
        <p className="flex items-center gap-2 text-small text-muted">
          <Lamp on={isLive} />
          {isLive ? 'On air' : status === 'setup_pending' ? 'Being built' : 'Off air'}
        </p>
      </div>
      {player.isOn ? (
        <button
          type="button"
          aria-label={`Pause ${station_name}`}
          onClick={player.toggle}
          className="grid size-11 flex-none cursor-pointer place-items-center rounded-full bg-primary text-on-primary hover:bg-primary-raised"
        >
          <Pause aria-hidden="true" fill="currentColor" className="size-5" />
        </button>
      ) : null}
    </div>
  );
}

interface Place {
  to: string;
  label: string;
  /** The rest of the label, where there is room. */
  more?: string;
  icon: LucideIcon;
  /** The beginning of paths below it in the navigation. */
  also?: string;
}

const HOME: Place = { to: MEMBERS_PATH, label: 'Home', icon: House, also: LOCATIONS_PATH };
const ACCOUNT: Place = { to: ACCOUNT_PATH, label: 'Account', icon: CircleUserRound };
const OF_STATION: Place[] = [
  { to: SOUND_PATH, label: 'Sound', icon: Radio, also: PROGRAMME_PATH },
  { to: SHARE_PATH, label: 'Share', more: ' & embed', icon: Share2, also: `${SHARE_PATH}/` },
  { to: FILES_PATH, label: 'Files', icon: FolderOpen },
  { to: BILLING_PATH, label: 'Billing', icon: CreditCard },
];

/** The pages of the navigation. Staff have one screen, and none. The API checks the role on every call. */
function placesOf(hasStation: boolean, role: TeamRole | undefined): Place[] {
  if (role === 'manager') return [HOME, ...OF_STATION.filter(({ to }) => to !== BILLING_PATH)];
  return hasStation ? [HOME, ...OF_STATION, ACCOUNT] : [HOME, ACCOUNT];
}

/** Of these pages, each is the owner's alone. */
const OWNERS_PATHS: readonly string[] = [ACCOUNT_PATH, BILLING_PATH, TEAM_PATH];

const isPlaceOf = (pathname: string, role: TeamRole | undefined): boolean =>
  role === 'staff'
    ? pathname === MEMBERS_PATH
    : role === undefined || !OWNERS_PATHS.includes(pathname);

/** The pages: a rail beside the page from 1024 px on, tabs below it on smaller screens. */
function Places({ places, hasThread }: { places: readonly Place[]; hasThread: boolean }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Your station" className="member-places lg:mt-6">
      <ul className="flex justify-center lg:flex-col lg:gap-1">
        {places.map(({ to, label, more, icon: Icon, also }) => {
          const isHere = pathname === to || (also !== undefined && pathname.startsWith(also));
          return (
            <li key={to} className="min-w-0 max-w-28 flex-1 lg:max-w-none">
              <Link
                to={to}
                aria-current={isHere ? 'page' : undefined}
                className={clsx(
                  'flex min-h-14 flex-col items-center justify-center gap-0.5 rounded-small text-[0.6875rem] leading-4 font-semibold no-underline lg:min-h-11 lg:flex-row lg:justify-start lg:gap-3 lg:rounded-card lg:px-3 lg:text-text',
                  isHere ? 'text-ink lg:bg-sunken' : 'text-muted hover:text-ink',
                )}
              >
                <Icon aria-hidden="true" className="size-5.5 flex-none lg:size-5" />
                <span>
                  {label}
                  {more ? <span className="max-lg:sr-only">{more}</span> : null}
                  {hasThread && to === MEMBERS_PATH ? <UnreadMark /> : null}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const LINKS = [
  { label: 'FAQ', to: '/faq' },
  { label: 'Contact', to: '/contact' },
  { label: 'Terms', to: '/terms-of-service' },
  { label: 'Privacy', to: '/privacy-policy' },
] as const;

/** One line. */
function Footer() {
  return (
    <footer className="container-member flex flex-wrap items-center justify-between gap-x-6 py-3 text-small text-muted">
      <p>
        <Copyright />
      </p>
      <ul className="flex gap-x-5">
        {LINKS.map(({ label, to }) => (
          <li key={to}>
            <Link
              to={to}
              className="inline-flex min-h-11 items-center hover:text-ink hover:underline"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </footer>
  );
}
