import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import Search from 'lucide-react/icons/search';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { backdropLook } from '../../ui/Dialog.tsx';
import { useRested } from '../../ui/use-rested.ts';
import { customerPath } from '../admin-address.ts';
import { customerName } from '../Customer.tsx';
import { tracksQuery } from '../library/tracks/queries.ts';
import { customersQuery } from '../queries.ts';
import { placesOf } from './places.ts';
import { useActs } from './use-acts.ts';

/** How long the text must rest before customers and tracks are searched, in ms. */
const PAUSE_MS = 200;

/** Rows of each kind. */
const ROWS = 6;

interface Hit {
  /** Unique among all hits. */
  key: string;
  label: string;
  /** In muted letters behind the label. */
  more?: string;
  run: () => void;
}

interface Group {
  name: string;
  hits: Hit[];
}

interface PaletteProps {
  role: 'admin' | 'support';
  onClose: () => void;
  /** Shows the keys. */
  onKeys: () => void;
}

/** Jumps to a customer, a track or a page, or acts: type, move with the arrows, press Enter. */
export function Palette({ role, onClose, onKeys }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const { groups, isSearching } = useHits(typed.trim(), { role, onKeys });
  const hits = groups.flatMap((group) => group.hits);
  const active = Math.min(at, hits.length - 1);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const shown = list.current?.querySelector(`[id="${id}-${active}"]`);
    shown?.scrollIntoView({ block: 'nearest' });
  }, [active, id]);

  useEffect(() => {
    // On a slow machine a dialog that has just closed may take the focus back: what is pressed next is still for this one.
    const isAway = (focused: Element | null): boolean =>
      input.current?.closest('[role="dialog"]')?.contains(focused) === false &&
      // The focus passes through a guard from one end of the dialog to the other.
      focused?.hasAttribute('data-base-ui-focus-guard') !== true;
    const keep = ({ target }: FocusEvent): void => {
      if (isAway(target as Element)) input.current?.focus();
    };
    const take = ({ key, ctrlKey, metaKey }: globalThis.KeyboardEvent): void => {
      const isTyped = key.length === 1 && !ctrlKey && !metaKey;
      if (isTyped && isAway(document.activeElement)) input.current?.focus();
    };
    addEventListener('focusin', keep);
    addEventListener('keydown', take, { capture: true });
    return () => {
      removeEventListener('focusin', keep);
      removeEventListener('keydown', take, { capture: true });
    };
  }, []);

  const open = ({ run }: Hit) => {
    onClose();
    run();
  };
  function onKeyDown(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1 };
    const to = steps[event.key];
    const hit = hits[active];
    if (to !== undefined) setAt((to + hits.length) % Math.max(hits.length, 1));
    else if (event.key === 'Enter' && hit && !event.nativeEvent.isComposing) open(hit);
    else return;
    event.preventDefault();
  }

  return (
    <BaseDialog.Root open onOpenChange={onClose}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropLook} />
        <BaseDialog.Popup
          initialFocus={input}
          className="fixed inset-x-0 top-0 z-30 mx-auto flex max-h-[85dvh] w-full max-w-xl flex-col overflow-hidden bg-surface text-ink shadow-float outline-none forced-colors:border sm:top-[12dvh] sm:max-h-[70dvh] sm:rounded-card"
        >
          <BaseDialog.Title className="sr-only">Jump to</BaseDialog.Title>
          <div className="flex items-center gap-3 border-b border-line px-4">
            <Search aria-hidden="true" className="size-5 flex-none text-muted" />
            <input
              ref={input}
              type="text"
              role="combobox"
              aria-label="Customer, track, page or action"
              aria-expanded
              aria-controls={id}
              aria-autocomplete="list"
              aria-activedescendant={hits.length === 0 ? undefined : `${id}-${active}`}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                setAt(0);
              }}
              onKeyDown={onKeyDown}
              placeholder={
                role === 'admin' ? 'Customer, track, page or action' : 'Customer, page or action'
              }
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              className="min-h-14 min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted"
            />
            <BaseDialog.Close className="min-h-11 flex-none cursor-pointer rounded-small px-2 text-small text-muted hover:text-ink">
              Close
            </BaseDialog.Close>
          </div>
          <div
            ref={list}
            id={id}
            role="listbox"
            aria-label="Results"
            className="overflow-y-auto p-2"
          >
            {groups.map((group) => (
              <Hits
                key={group.name}
                group={group}
                idOf={(hit) => `${id}-${hits.indexOf(hit)}`}
                active={hits[active]}
                onOpen={open}
              />
            ))}
          </div>
          <p
            role="status"
            className={clsx('px-5 pb-4 text-small text-muted', hits.length > 0 && 'sr-only')}
          >
            {isSearching
              ? 'Searching...'
              : hits.length === 0
                ? 'Nothing found.'
                : `${hits.length} results`}
          </p>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

interface HitsProps {
  group: Group;
  idOf: (hit: Hit) => string;
  active: Hit | undefined;
  onOpen: (hit: Hit) => void;
}

function Hits({ group: { name, hits }, idOf, active, onOpen }: HitsProps) {
  const id = useId();
  if (hits.length === 0) return null;
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} role="presentation" className="px-3 pt-2 pb-1 text-small font-semibold text-muted">
        {name}
      </p>
      {hits.map((hit) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input above handles arrows and Enter for all rows
        <div
          key={hit.key}
          id={idOf(hit)}
          role="option"
          tabIndex={-1}
          aria-selected={hit === active}
          onClick={() => onOpen(hit)}
          className={clsx(
            'flex min-h-11 cursor-pointer items-center gap-3 rounded-small px-3',
            hit === active ? 'bg-primary/12' : 'hover:bg-sunken',
          )}
        >
          <span className="min-w-0 flex-none max-w-[60%] truncate font-semibold">{hit.label}</span>
          <span className="min-w-0 truncate text-small text-muted">{hit.more}</span>
        </div>
      ))}
    </div>
  );
}

/** Pages and actions at once; customers and tracks from the API, once the text rests. */
function useHits(typed: string, { role, onKeys }: Pick<PaletteProps, 'role' | 'onKeys'>) {
  const navigate = useNavigate();
  const go = (to: string) => ({ key: to, run: () => void navigate(to) });
  const [ofCustomer, ofPage] = useActs({ role, onKeys }).map(({ name, acts }) => ({
    name,
    hits: matching(acts, typed).map(({ label, run }) => ({ key: `${name} ${label}`, label, run })),
  }));
  const search = useRested(typed, PAUSE_MS);
  const isLong = search.length > 1;
  const customers = useQuery({
    ...customersQuery({ search, limit: ROWS }),
    enabled: isLong,
    placeholderData: keepPreviousData,
  });
  const tracks = useQuery({
    ...tracksQuery({ search, limit: ROWS }),
    enabled: isLong && role === 'admin',
  });
  const isFound = typed.length > 1;
  const groups: Group[] = [
    ...(ofCustomer ? [ofCustomer] : []),
    {
      name: 'Pages',
      hits: matching(
        placesOf(role).flatMap((place) => [place, ...(place.parts ?? [])]),
        typed,
      ).map(({ to, label }) => ({ ...go(to), label })),
    },
    ...(ofPage ? [ofPage] : []),
    {
      name: 'Customers',
      hits: (isFound ? (customers.data?.data ?? []) : []).map((customer) => ({
        ...go(customerPath(customer.user_id)),
        label: customer.station_name ?? customerName(customer),
        more: [customer.station_name && customerName(customer), customer.email]
          .filter(Boolean)
          .join(' · '),
      })),
    },
    {
      name: 'Tracks',
      hits: (isFound ? (tracks.data?.data ?? []) : []).map(({ id, title, artist }) => ({
        ...go(`/admin/library?${new URLSearchParams({ search: title, track: id })}`),
        label: title,
        more: artist ?? 'Unknown artist',
      })),
    },
  ];
  return {
    groups,
    isSearching: search !== typed || customers.isFetching || tracks.isFetching,
  };
}

/** The entries with a word that begins with each typed word. */
function matching<Entry extends { label: string; words?: string }>(
  entries: readonly Entry[],
  typed: string,
): Entry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ label, words: more = '' }) => {
    const names = ` ${label} ${more}`.toLowerCase();
    return words.every((word) => names.includes(` ${word}`));
  });
}
