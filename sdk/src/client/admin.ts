import { once, proven, withQuery, type ActOptions, type Ask } from './ask.ts';
import { sendFile, type NewCustomerAsset, type UploadOptions } from './assets.ts';
import type {
  ChangeCustomerData,
  ChangeRoleData,
  ChangeRoleResponse,
  CheckStationData,
  CheckStationResponse,
  CustomerAsset,
  CustomerDetails,
  ExportCustomersData,
  GetStatsResponse,
  ListAuditData,
  ListAuditResponse,
  ListCustomersData,
  ListCustomersResponse,
  ListTroublesData,
  ListTroublesResponse,
} from './generated/types.gen.ts';
import type { RequestOptions } from './http.ts';

/** Which customers, and in which order. */
export type CustomerFilters = NonNullable<ExportCustomersData['query']>;

/** Which page of which customers. */
export type CustomersQuery = NonNullable<ListCustomersData['query']>;

/** What the desk changes of a customer; what is not named stays. */
export type CustomerChange = ChangeCustomerData['body'];

/** A check opens other people's servers and listens: longer than a call of our own, in ms. */
const CHECK_TIMEOUT_MS = 40_000;

const CUSTOMERS = '/v1/admin/customers';
const customer = (user_id: string) => `${CUSTOMERS}/${encodeURIComponent(user_id)}`;

/** The operator's side; for admins. Anybody else is refused with `forbidden`. */
export function adminCalls(ask: Ask) {
  return {
    /**
     * The business in figures. Money is in cents.
     *
     * @throws RequestFailed
     * @example const { active_stations } = await client.admin.stats();
     */
    stats: (options?: RequestOptions) => ask<GetStatsResponse>('GET', '/v1/admin/stats', options),

    customers: {
      /**
       * A page of customers, the newest first unless asked otherwise.
       *
       * @throws RequestFailed `validation_failed`, for a cursor of another list too
       * @example
       * const { data, next_cursor } = await client.admin.customers.list({ search: 'count' });
       */
      list: (query?: CustomersQuery, options?: RequestOptions) =>
        ask<ListCustomersResponse>('GET', withQuery(CUSTOMERS, query), options),
      /**
       * All of them as a file for a spreadsheet, however long that takes.
       *
       * @throws RequestFailed `rate_limited`
       * @example const file = await client.admin.customers.csv({ status: 'active' });
       */
      csv: (filters?: CustomerFilters, options?: RequestOptions) =>
        ask<Blob>('GET', withQuery(`${CUSTOMERS}.csv`, filters), {
          ...options,
          read: (response) => response.blob(),
          timeoutMs: Infinity,
        }),
      /**
       * Everything about one customer, and the `etag` that a change of it needs.
       *
       * @throws RequestFailed `not_found`
       * @example const { profile, station, etag } = await client.admin.customers.get(user_id);
       */
      get: (user_id: string, options?: RequestOptions) =>
        ask<CustomerDetails>('GET', customer(user_id), options),
      /**
       * Changes what is named and nothing else, all of it or nothing.
       *
       * @param etag of the customer that the change is made from
       * @throws RequestFailed `changed_meanwhile` with `current`, `validation_failed`, `slug_taken`,
       *   `slug_invalid`, `slug_reserved`, `url_not_allowed`, `user_already_exists`, `email_of_admin`,
       *   `status_locked`, `no_station`, `not_found`
       * @example
       * const customer = await client.admin.customers.get(user_id);
       * const change = { station: { status: 'active' } } as const;
       * await client.admin.customers.change(user_id, customer.etag, change);
       */
      change: (user_id: string, etag: string, body: CustomerChange) =>
        ask<CustomerDetails>('PATCH', customer(user_id), { headers: { 'If-Match': etag }, body }),
      /**
       * Listens to a station and reads its addresses before it goes live: those that are given, the
       * others as they are. Changes nothing, and takes some seconds.
       *
       * @throws RequestFailed `no_station`, `not_found`, `rate_limited`
       * @example
       * const { checks } = await client.admin.customers.check(user_id, { stream_url });
       */
      check: (user_id: string, body: CheckStationData['body'] = {}, options?: ActOptions) =>
        ask<CheckStationResponse>('POST', `${customer(user_id)}/checks`, {
          ...once(options),
          body,
          timeoutMs: CHECK_TIMEOUT_MS,
        }),
      /**
       * Sends a file for a customer, as `me.assets.upload` does.
       *
       * @throws RequestFailed `too_many_files`, `file_too_large`, `unsupported_media_type`,
       *   `no_station`, `not_found`
       * @example
       * const { url } = await client.admin.customers.upload(user_id, { kind: 'radio_id', file });
       */
      upload: (user_id: string, asset: NewCustomerAsset, options?: UploadOptions) =>
        sendFile<CustomerAsset>(ask, `${customer(user_id)}/assets`, asset, options),
      /**
       * Removes a file of a customer.
       *
       * @throws RequestFailed `not_found`
       * @example await client.admin.customers.deleteAsset(user_id, id);
       */
      deleteAsset: (user_id: string, id: string) =>
        ask<void>('DELETE', `${customer(user_id)}/assets/${encodeURIComponent(id)}`),
      /**
       * Mails the customer a link to choose another password with.
       *
       * @throws RequestFailed `no_email`, `not_found`, `rate_limited`
       * @example await client.admin.customers.resetPassword(user_id);
       */
      resetPassword: async (user_id: string, options?: ActOptions): Promise<void> => {
        await ask('POST', `${customer(user_id)}/password-reset`, once(options));
      },
      /**
       * Deletes a customer with all that is theirs, for good.
       *
       * @param stepUpToken of `auth.stepUp`
       * @throws RequestFailed `step_up_required` when it is too old, `cannot_delete_self`, `not_found`
       * @example await client.admin.customers.delete(user_id, step_up_token);
       */
      delete: async (user_id: string, stepUpToken: string): Promise<void> => {
        await ask('DELETE', customer(user_id), { headers: proven(stepUpToken) });
      },
      /**
       * Makes somebody an admin, or no longer one.
       *
       * @param stepUpToken of `auth.stepUp`
       * @throws RequestFailed `step_up_required` when it is too old, `last_admin`,
       *   `email_unconfirmed`, `not_found`
       * @example await client.admin.customers.setRole(user_id, 'admin', step_up_token);
       */
      setRole: (user_id: string, role: ChangeRoleData['body']['role'], stepUpToken: string) =>
        ask<ChangeRoleResponse>('PUT', `${customer(user_id)}/role`, {
          headers: proven(stepUpToken),
          body: { role },
        }),
    },

    audit: {
      /**
       * What admins did, the latest first: to everybody, or to one customer.
       *
       * @throws RequestFailed
       * @example const { data } = await client.admin.audit.list({ user_id });
       */
      list: (query?: ListAuditData['query'], options?: RequestOptions) =>
        ask<ListAuditResponse>('GET', withQuery('/v1/admin/audit', query), options),
    },

    watch: {
      /**
       * Stations in trouble, the longest first.
       *
       * @throws RequestFailed
       * @example const { data } = await client.admin.watch.list();
       */
      list: (query?: ListTroublesData['query'], options?: RequestOptions) =>
        ask<ListTroublesResponse>('GET', withQuery('/v1/admin/watch', query), options),
    },
  };
}
