import type { Trouble } from '@stationhouse/platform-api/contract/admin/calls';
import type { Customer } from '@stationhouse/sdk/client';
import ExternalLink from 'lucide-react/icons/external-link';
import FileWarning from 'lucide-react/icons/file-warning';
import ListMusic from 'lucide-react/icons/list-music';
import type { LucideIcon } from 'lucide-react';
import MessageSquare from 'lucide-react/icons/message-square';
import Pencil from 'lucide-react/icons/pencil';
import Radio from 'lucide-react/icons/radio';
import VolumeX from 'lucide-react/icons/volume-x';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '../../ui/Badge.tsx';
import { buttonStyle } from '../../ui/Button.tsx';
import { buildPath } from '../admin-address.ts';
import { CustomerLink, customerName } from '../Customer.tsx';
import { useIsAdmin } from '../queries.ts';
import { formWait, launchTime, spanWords, timeLeft } from '../time-words.ts';
import { chipsOf } from './chips.ts';
import type { Work } from './work.ts';

const TROUBLE_WORDS: Record<Trouble, string> = {
  silent: 'Silent',
  slow: 'Slow',
  stuck: 'Stuck',
  untitled: 'No title',
  domain: 'Domain fails',
};

const primary = buttonStyle({ kind: 'primary', size: 'small' });
const secondary = buttonStyle({ kind: 'secondary', size: 'small' });

/** A piece of work: its station, what is missing, the clock, and one button. */
export function WorkRow({ work, now }: { work: Work; now: number }) {
  switch (work.kind) {
    case 'setup':
      return <SetupRow customer={work.customer} now={now} />;
    case 'trouble': {
      const { user_id, station_name, station_slug, message, since, trouble } = work.trouble;
      const name = station_name ?? station_slug;
      return (
        <Row
          icon={VolumeX}
          title={<CustomerLink userId={user_id}>{name}</CustomerLink>}
          below={message}
          chips={<Badge kind="bad">{TROUBLE_WORDS[trouble]}</Badge>}
          clock={
            <span className="font-semibold text-bad">
              <time dateTime={since}>for {spanWords(now - Date.parse(since))}</time>
            </span>
          }
        >
          <a href={`/${station_slug}`} target="_blank" rel="noopener" className={secondary}>
            Listen
            <span className="sr-only"> to {name} (opens in a new tab)</span>
            <ExternalLink aria-hidden="true" />
          </a>
        </Row>
      );
    }
    case 'locations': {
      const { locations } = work;
      const [{ user_id, station_name, silent_since }] = locations;
      const names = locations.map(({ name }) => name).join(', ');
      return (
        <Row
          icon={VolumeX}
          title={<CustomerLink userId={user_id}>{station_name}</CustomerLink>}
          below={`No sound at ${names}`}
          chips={
            <Badge kind="attention">
              {locations.length === 1 ? 'Silent location' : `${locations.length} silent locations`}
            </Badge>
          }
          clock={
            <time dateTime={silent_since}>for {spanWords(now - Date.parse(silent_since))}</time>
          }
        >
          <CustomerLink userId={user_id} dialog="messages" className={secondary}>
            Write<span className="sr-only"> to {station_name}</span>
          </CustomerLink>
        </Row>
      );
    }
    case 'message': {
      const { user_id, newest, unread } = work.waiting;
      const name = customerName({ ...work.waiting, email: null });
      return (
        <Row
          icon={MessageSquare}
          title={<CustomerLink userId={user_id}>{name}</CustomerLink>}
          below={newest}
          chips={
            <Badge kind="attention">
              {unread} {unread === 1 ? 'message' : 'messages'}
            </Badge>
          }
          clock={<Clock {...timeLeft(work.due, now)} />}
        >
          <CustomerLink userId={user_id} dialog="messages" className={secondary}>
            Answer<span className="sr-only"> {name}</span>
          </CustomerLink>
        </Row>
      );
    }
    case 'codes': {
      const { tracks } = work;
      return (
        <Row
          icon={FileWarning}
          title={
            <Link to="/admin/library?missing=any" className="link">
              {tracks === 1 ? '1 track that aired' : `${tracks} tracks that aired`}
            </Link>
          }
          below="The quarter’s reports need an ISRC, a label and a composer of each"
          chips={<Badge kind="attention">Incomplete</Badge>}
          clock={<Clock {...timeLeft(work.due, now)} />}
        >
          <Link to="/admin/library?missing=any" className={secondary}>
            Correct<span className="sr-only"> these tracks</span>
          </Link>
        </Row>
      );
    }
    case 'playlist': {
      const { id, name } = work.playlist;
      return (
        <Row
          icon={ListMusic}
          title={
            <Link to={`/admin/playlists?playlist=${id}`} className="link">
              {name}
            </Link>
          }
          below="Playlist"
          chips={<Badge kind="attention">Due for new music</Badge>}
          clock={null}
        >
          <Link to={`/admin/playlists?playlist=${id}`} className={secondary}>
            Renew<span className="sr-only"> {name}</span>
          </Link>
        </Row>
      );
    }
  }
}

function SetupRow({ customer, now }: { customer: Customer; now: number }) {
  const isAdmin = useIsAdmin();
  const { user_id, station_name, station_slug, package_name, starter_note: note } = customer;
  const { setup_form_submitted_at: submittedAt, purchased_at: boughtAt } = customer;
  const name = customerName(customer);
  return (
    <Row
      icon={Radio}
      title={<CustomerLink userId={user_id}>{station_name ?? station_slug ?? name}</CustomerLink>}
      below={[name, package_name].filter(Boolean).join(' · ')}
      chips={
        <>
          {chipsOf(customer).map(({ kind, words }) => (
            <Badge key={words} kind={kind}>
              {words}
            </Badge>
          ))}
          {note && note.code !== 'short' ? <StarterReason note={note} /> : null}
        </>
      }
      clock={
        submittedAt === null ? (
          <span className="text-muted">{boughtAt === null ? null : formWait(boughtAt, now)}</span>
        ) : (
          <Clock {...launchTime(submittedAt, now)} />
        )
      }
    >
      <CustomerLink
        userId={user_id}
        dialog="edit"
        keys="E"
        className={buttonStyle({ kind: 'quiet', size: 'small' })}
      >
        <Pencil aria-hidden="true" />
        <span className="sr-only">Edit {name}</span>
      </CustomerLink>
      {submittedAt === null ? (
        <CustomerLink userId={user_id} dialog="messages" className={secondary}>
          Write<span className="sr-only"> to {name}</span>
        </CustomerLink>
      ) : isAdmin ? (
        <Link to={buildPath(user_id)} aria-keyshortcuts="P" className={primary}>
          Build
          <span className="sr-only"> the station of {name}</span>
        </Link>
      ) : null}
    </Row>
  );
}

/** Why a station has no starter programme, with the way to mend it. */
function StarterReason({
  note: { code, message, mend },
}: {
  note: NonNullable<Customer['starter_note']>;
}) {
  return (
    <span className="basis-full text-small text-muted">
      {message}{' '}
      {mend === null || code === 'failed' ? (
        mend
      ) : (
        <Link to="/admin/playlists" className="link">
          {mend}
        </Link>
      )}
    </span>
  );
}

function Clock({ words, isLate }: { words: string; isLate: boolean }) {
  return <span className={isLate ? 'font-semibold text-bad' : undefined}>{words}</span>;
}

interface RowProps {
  icon: LucideIcon;
  title: ReactNode;
  below: string;
  chips: ReactNode;
  clock: ReactNode;
  /** The buttons. */
  children: ReactNode;
}

function Row({ icon: Icon, title, below, chips, clock, children }: RowProps) {
  return (
    <li
      data-row
      className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2 last:border-0 focus-within:bg-sunken lg:flex-nowrap"
    >
      <span className="relative flex min-w-0 basis-full items-center gap-3 [&_a]:after:absolute [&_a]:after:inset-0 sm:flex-1 sm:basis-64 lg:w-72 lg:flex-none">
        <span className="grid size-10 flex-none place-items-center rounded-small bg-sunken text-muted">
          <Icon aria-hidden="true" className="size-5" />
        </span>
        <span className="min-w-0 text-[0.9375rem] leading-5">
          <span className="block truncate font-semibold">{title}</span>
          <span className="block truncate text-small text-muted">{below}</span>
        </span>
      </span>
      <span className="flex min-w-0 flex-wrap gap-1.5 max-lg:basis-full sm:max-lg:order-1 lg:flex-1 empty:hidden">
        {chips}
      </span>
      <span className="tabular text-[0.9375rem] leading-5 max-sm:flex-1 lg:w-48 lg:text-end">
        {clock}
      </span>
      <span className="flex flex-none items-center justify-end gap-1 lg:w-36">{children}</span>
    </li>
  );
}
