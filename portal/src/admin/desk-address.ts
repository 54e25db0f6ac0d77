import {
  CUSTOMER_SORTS,
  PACKAGE_NAMES,
  STATION_STATUSES,
} from '@stationhouse/platform-api/contract/limits';
import type { CustomerFilters } from '@stationhouse/sdk/client';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** What can be opened about a customer. */
const DESK_DIALOGS = ['view', 'edit', 'reset', 'delete', 'role', 'audit'] as const;
export type DeskDialog = (typeof DESK_DIALOGS)[number];

/** What the history keeps beside the address. */
interface DeskState {
  /** Left by who opened the dialog on this page: the page before it is this one, without it. */
  isDialogOpenedHere?: boolean;
  /** The cursors of the pages before this one; null: the first. Unknown to who came by a link. */
  pagesBefore?: readonly (string | null)[];
}

/** A browser keeps the state as it was given, through reloads too; other pages leave theirs. */
const deskState = (state: unknown): DeskState => (state ?? {}) as DeskState;

const oneOf = <Value extends string>(values: readonly Value[], said: string | null) =>
  values.find((value) => value === said);

const DATE = /^\d{4}-\d\d-\d\d$/;
const date = (said: string | null) => (said !== null && DATE.test(said) ? said : undefined);

/** What an address says; whatever makes no sense in it is left out. */
function filtersIn(params: URLSearchParams): CustomerFilters {
  const said = {
    search: params.get('search')?.trim() || undefined,
    status: oneOf(STATION_STATUSES, params.get('status')),
    package_name: oneOf(PACKAGE_NAMES, params.get('package_name')),
    created_from: date(params.get('created_from')),
    created_to: date(params.get('created_to')),
    sort: oneOf(CUSTOMER_SORTS, params.get('sort')),
    order: oneOf(['asc', 'desc'], params.get('order')),
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

/** What one asks for, by the API's names; '' takes it away. It may be typed, and make no sense. */
export type FilterChange = Partial<Record<keyof CustomerFilters, string>>;

/** Which customers are looked at: filters, order and page, all of it in the page's address. */
export function useDeskFilters() {
  const [params, setParams] = useSearchParams();
  const { pagesBefore } = deskState(useLocation().state);
  const filters = useMemo(() => filtersIn(params), [params]);
  const cursor = params.get('cursor') || undefined;

  /** The address with some of it changed; what is undefined or '' goes. */
  const changed = useCallback(
    (change: object) => {
      const next = new URLSearchParams(params);
      for (const [name, value] of Object.entries(change)) {
        if (value) next.set(name, String(value));
        else next.delete(name);
      }
      return next;
    },
    [params],
  );

  return {
    filters,
    /** Not all of the customers, or in another order than by themselves. */
    isNarrowed: Object.keys(filters).length > 0,
    cursor,
    /** Undefined: nobody knows. */
    pagesBefore: cursor === undefined ? [] : pagesBefore,
    /** Other customers, from their first page on. `replace`: while somebody types. */
    filter: useCallback(
      (change: FilterChange, { replace = false } = {}) =>
        setParams(changed({ ...change, cursor: undefined }), { replace, preventScrollReset: true }),
      [changed, setParams],
    ),
    clear: useCallback(() => setParams({}, { preventScrollReset: true }), [setParams]),
    /** Where a link to another page leads, and what it leaves in the history. */
    pageLink: (to: string | null, before: DeskState['pagesBefore']) => ({
      to: `?${changed({ cursor: to })}`,
      state: { ...(before && { pagesBefore: before }) } satisfies DeskState,
      preventScrollReset: true,
    }),
  };
}

export type DeskFilters = ReturnType<typeof useDeskFilters>;

/**
 * Which dialog is open, and about whom: `?customer=<user_id>&dialog=edit`. The browser's own back button
 * closes it, a reload leaves it open, and a link opens it.
 */
export function useDeskDialog() {
  const [params, setParams] = useSearchParams();
  const { state, key } = useLocation();
  const navigate = useNavigate();
  const user_id = params.get('customer');
  const dialog = (user_id && oneOf(DESK_DIALOGS, params.get('dialog'))) || null;
  /** Going back takes a moment, and a second press meanwhile must not go back twice. */
  const leaving = useRef('');
  /** What closes a dialog when it is done may come when somebody has closed it, and gone on. */
  const latest = useRef(key);
  useEffect(() => {
    latest.current = key;
  }, [key]);
  const before = deskState(state);

  /** From one dialog to another it takes its place: closing that one closes both. */
  const link = (next: DeskDialog, about: string) => {
    const opened = new URLSearchParams(params);
    opened.set('customer', about);
    opened.set('dialog', next);
    return {
      to: `?${opened}`,
      replace: dialog !== null,
      state: dialog === null ? { ...before, isDialogOpenedHere: true } : before,
      preventScrollReset: true,
    };
  };

  return {
    dialog,
    user_id,
    /** For a `Link` that opens one. */
    link,
    open(next: DeskDialog, about: string) {
      const { to, ...how } = link(next, about);
      void navigate(to, how);
    },
    close() {
      if (latest.current !== key || leaving.current === key) return;
      leaving.current = key;
      if (before.isDialogOpenedHere) return void navigate(-1);
      const closed = new URLSearchParams(params);
      closed.delete('customer');
      closed.delete('dialog');
      setParams(closed, { replace: true, state, preventScrollReset: true });
    },
  };
}
