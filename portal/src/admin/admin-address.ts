import { CUSTOMER_SORTS } from '@stationhouse/platform-api/contract/admin/values';
import { STATION_STATUSES } from '@stationhouse/platform-api/contract/stations/values';
import { PACKAGE_NAMES } from '@stationhouse/platform-api/contract/billing/prices';
import type { CustomerFilters } from '@stationhouse/sdk/client';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** The dialogs about one customer. */
const ADMIN_DIALOGS = [
  'view',
  'view-as',
  'edit',
  'reset',
  'factor',
  'api-keys',
  'delete',
  'role',
  'support-role',
  'package',
  'audit',
  'radio-ids',
  'messages',
] as const;
export type AdminDialog = (typeof ADMIN_DIALOGS)[number];

/** The state of a history entry, besides its URL. */
interface HistoryState {
  /** The dialog was opened from this page, so going back closes it. */
  isDialogOpenedHere?: boolean;
  /** The cursors of the pages before this one; null is the first page. Unknown when opened by a link. */
  pagesBefore?: readonly (string | null)[];
}

// The browser keeps the state through reloads. Other pages store other properties in it.
const historyState = (state: unknown): HistoryState => (state ?? {}) as HistoryState;

const oneOf = <Value extends string>(values: readonly Value[], param: string | null) =>
  values.find((value) => value === param);

const DATE = /^\d{4}-\d\d-\d\d$/;
const date = (param: string | null) => (param !== null && DATE.test(param) ? param : undefined);

/** The filters in a query string; invalid values are ignored. */
function filtersIn(params: URLSearchParams): CustomerFilters {
  const filters = {
    search: params.get('search')?.trim() || undefined,
    status: oneOf(STATION_STATUSES, params.get('status')),
    package_name: oneOf(PACKAGE_NAMES, params.get('package_name')),
    created_from: date(params.get('created_from')),
    created_to: date(params.get('created_to')),
    sort: oneOf(CUSTOMER_SORTS, params.get('sort')),
    order: oneOf(['asc', 'desc'], params.get('order')),
  };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

/** Filters to set, by the API's names; '' removes one. Typed values may be invalid. */
export type FilterChange = Partial<Record<keyof CustomerFilters, string>>;

/** Filters, order and page of the customer list, all kept in the URL. */
export function useCustomerList() {
  const [params, setParams] = useSearchParams();
  const { pagesBefore } = historyState(useLocation().state);
  const filters = useMemo(() => filtersIn(params), [params]);
  const cursor = params.get('cursor') || undefined;

  /** The query string with these changes; undefined and '' remove a parameter. */
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
    /** Whether a filter or an order is set. */
    isNarrowed: Object.keys(filters).length > 0,
    cursor,
    /** Undefined when unknown. */
    pagesBefore: cursor === undefined ? [] : pagesBefore,
    /** Changes the filters and returns to the first page. `replace` while typing keeps the history short. */
    filter: useCallback(
      (change: FilterChange, { replace = false } = {}) =>
        setParams(changed({ ...change, cursor: undefined }), { replace, preventScrollReset: true }),
      [changed, setParams],
    ),
    clear: useCallback(() => setParams({}, { preventScrollReset: true }), [setParams]),
    /** Props of a `Link` to another page. */
    pageLink: (to: string | null, before: HistoryState['pagesBefore']) => ({
      to: `?${changed({ cursor: to })}`,
      state: { ...(before && { pagesBefore: before }) } satisfies HistoryState,
      preventScrollReset: true,
    }),
  };
}

export type CustomerList = ReturnType<typeof useCustomerList>;

/**
 * The open dialog, kept in the URL: `?customer=<user_id>&dialog=edit`. The back button closes it, a reload
 * keeps it open, and a link opens it.
 */
export function useAdminDialog() {
  const [params, setParams] = useSearchParams();
  const { state, key } = useLocation();
  const navigate = useNavigate();
  const userId = params.get('customer');
  const dialog = (userId && oneOf(ADMIN_DIALOGS, params.get('dialog'))) || null;
  /** Navigating back is asynchronous, and a second press must not go back twice. */
  const leaving = useRef('');
  /** An action may finish after its dialog was closed; it must not close whatever is open by then. */
  const latest = useRef(key);
  useEffect(() => {
    latest.current = key;
  }, [key]);
  const before = historyState(state);

  /** A dialog opened from another one replaces it in the history. */
  const link = (next: AdminDialog, about: string) => {
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
    userId,
    /** Props of a `Link` that opens a dialog. */
    link,
    open(next: AdminDialog, about: string) {
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

/** The page of a customer. */
export const customerPath = (userId: string): string => `/admin/customers/${userId}`;

/** The page on which a customer’s station is built and put on air. */
export const buildPath = (userId: string): string => `${customerPath(userId)}/build`;

/** The page with the schedule of a customer's station. */
export const scheduleLink = (userId: string): string =>
  `/admin/schedule?${new URLSearchParams({ customer: userId })}`;

/** Element id of the customer table. */
export const CUSTOMERS_ID = 'customers';

/** Scrolls to the customer table and focuses it: the pressed control may vanish with the old rows. */
export function focusCustomers(): void {
  const table = document.getElementById(CUSTOMERS_ID);
  // Focusing alone does not scroll while part of the table is visible.
  table?.scrollIntoView();
  table?.focus({ preventScroll: true });
}
