import { download, once, pathOf, proven, withQuery, type ActOptions, type Ask } from './ask.ts';
import { sendFile, type NewCustomerAsset, type UploadOptions } from './assets.ts';
import type {
  ActOnFailedData,
  ActOnFailedResponse,
  ChangeCustomerData,
  ChangeCustomerPackageData,
  ChangeCustomerPackageResponse,
  ChangeModesData,
  ChangeModesResponse,
  ChangeRoleData,
  ChangeStreamHostData,
  ChangeStreamHostResponse,
  ChangeRoleResponse,
  CheckStationData,
  CheckStationResponse,
  CustomerAsset,
  CustomerDetails,
  ExportCustomersData,
  GetOperationsResponse,
  GetStatsResponse,
  ListAuditData,
  ListAuditResponse,
  ListCustomersData,
  ListCustomersResponse,
  ListTroublesData,
  ListTroublesResponse,
  PersonalData,
  PreviewStreamHostData,
  PreviewStreamHostResponse,
  QuoteCustomerPackageData,
  QuoteCustomerPackageResponse,
  StartSupportViewResponse,
} from './generated/types.gen.ts';
import type { RequestOptions } from './http.ts';
import { libraryCalls } from './library.ts';
import { libraryUploadCalls } from './library-uploads.ts';
import { listeningCalls } from './listening.ts';
import { customerMessageCalls } from './messages.ts';
import { scheduleCalls } from './schedules.ts';
import { radioIdCalls, voiceCalls } from './radio-ids.ts';
import { webhookCalls } from './webhooks.ts';

/** Filters and order of the customer list. */
export type CustomerFilters = NonNullable<ExportCustomersData['query']>;

/** A page of the customer list. */
export type CustomersQuery = NonNullable<ListCustomersData['query']>;

/** The fields that an admin changes of a customer. Absent fields stay. */
export type CustomerChange = ChangeCustomerData['body'];

/** A check connects to other servers and listens, so it takes longer than other calls. In ms. */
const CHECK_TIMEOUT_MS = 40_000;

const STREAM_HOST = '/v1/admin/stations/host';
const PERSONAL_DATA = '/v1/admin/personal-data';
const OPERATIONS = '/v1/admin/operations';
const CUSTOMERS = '/v1/admin/customers';
const customer = (user_id: string) => pathOf(CUSTOMERS, user_id);

/** The admin's calls. Other users get `forbidden`. */
export function adminCalls(ask: Ask) {
  return {
    /**
     * Key figures of the business. Money is in cents.
     *
     * @throws RequestFailed
     * @example const { active_stations } = await client.admin.stats();
     */
    stats: (options?: RequestOptions) => ask<GetStatsResponse>('GET', '/v1/admin/stats', options),

    listening: listeningCalls(ask),

    /** Jobs that wait, everything that has failed, and the modes. */
    operations: {
      /**
       * The queue, failed mails and webhooks, events of Stripe, and modes.
       *
       * @throws RequestFailed
       * @example const { counts, modes } = await client.admin.operations.get();
       */
      get: (options?: RequestOptions) => ask<GetOperationsResponse>('GET', OPERATIONS, options),
      /**
       * Tries jobs (mails are jobs), webhooks or events of Stripe again, or deletes jobs.
       *
       * @throws RequestFailed
       * @example await client.admin.operations.act({ act: 'retry_job', ids: [job.id] });
       */
      act: (body: ActOnFailedData['body'], options?: RequestOptions) =>
        ask<ActOnFailedResponse>('POST', OPERATIONS, { ...options, body }),
      /**
       * Begins or ends maintenance, announces planned work. Absent fields stay.
       *
       * @throws RequestFailed `validation_failed`
       * @example await client.admin.operations.change({ maintenance: true });
       */
      change: (body: ChangeModesData['body'], options?: RequestOptions) =>
        ask<ChangeModesResponse>('PATCH', OPERATIONS, { ...options, body }),
    },

    customers: {
      /** Scripts as spoken radio IDs. */
      radioIds: radioIdCalls(ask, customer),
      messages: customerMessageCalls(ask, customer),
      /**
       * A page of customers, newest first by default.
       *
       * @throws RequestFailed `validation_failed`, also for a cursor of another list
       * @example
       * const { data, next_cursor } = await client.admin.customers.list({ search: 'count' });
       */
      list: (query?: CustomersQuery, options?: RequestOptions) =>
        ask<ListCustomersResponse>('GET', withQuery(CUSTOMERS, query), options),
      /**
       * All customers as a CSV file. Has no timeout.
       *
       * @param stepUpToken of `auth.stepUp`
       * @throws RequestFailed `step_up_required` when the token is too old, `rate_limited`
       * @example const file = await client.admin.customers.csv({ status: 'active' }, step_up_token);
       */
      csv: (filters: CustomerFilters, stepUpToken: string, options?: RequestOptions) =>
        download(ask, `${CUSTOMERS}.csv`, filters, { ...options, headers: proven(stepUpToken) }),
      /**
       * All details of one customer, with the `etag` that `change` needs.
       *
       * @throws RequestFailed `not_found`
       * @example const { profile, station, etag } = await client.admin.customers.get(user_id);
       */
      get: (user_id: string, options?: RequestOptions) =>
        ask<CustomerDetails>('GET', customer(user_id), options),
      /**
       * Changes the given fields, all or none.
       *
       * @param etag of the version that the change is based on
       * @param stepUpToken of `auth.stepUp`, to change the email address
       * @throws RequestFailed `step_up_required`, `changed_meanwhile` with `current`, `validation_failed`, `slug_taken`, `slug_held`,
       * `slug_invalid`, `slug_reserved`, `url_not_allowed`, `user_already_exists`, `email_of_admin`,
       * `status_locked`, `no_station`, `not_found`
       * @example
       * const customer = await client.admin.customers.get(user_id);
       * const change = { station: { status: 'active' } } as const;
       * await client.admin.customers.change(user_id, customer.etag, change);
       */
      change: (user_id: string, etag: string, body: CustomerChange, stepUpToken?: string) =>
        ask<CustomerDetails>('PATCH', customer(user_id), {
          headers: { 'If-Match': etag, ...(stepUpToken !== undefined && proven(stepUpToken)) },
          body,
        }),
      /**
       * Listens to a station and fetches its addresses before it goes live. Addresses that are not given
       * are the station's own. Changes nothing and takes some seconds.
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
       * Uploads a file for a customer, like `me.assets.upload`.
       *
       * @throws RequestFailed `too_many_files`, `file_too_large`, `unsupported_media_type`, `no_station`,
       * `not_found`
       * @example
       * const { url } = await client.admin.customers.upload(user_id, { kind: 'radio_id', file });
       */
      upload: (user_id: string, asset: NewCustomerAsset, options?: UploadOptions) =>
        sendFile<CustomerAsset>(ask, `${customer(user_id)}/assets`, asset, options),
      /**
       * Deletes a file of a customer.
       *
       * @throws RequestFailed `not_found`
       * @example await client.admin.customers.deleteAsset(user_id, id);
       */
      deleteAsset: (user_id: string, id: string) =>
        ask<void>('DELETE', pathOf(`${customer(user_id)}/assets`, id)),
      /**
       * Emails the customer a link to set a new password.
       *
       * @param stepUpToken of `auth.stepUp`
       * @throws RequestFailed `step_up_required` when the token is too old, `no_email`, `not_found`,
       * `rate_limited`
       * @example await client.admin.customers.resetPassword(user_id, step_up_token);
       */
      resetPassword: async (
        user_id: string,
        stepUpToken: string,
        options?: ActOptions,
      ): Promise<void> => {
        const headers = proven(stepUpToken);
        await ask('POST', `${customer(user_id)}/password-reset`, { ...once(options), headers });
      },
      /**
       * Removes authenticator app, passkeys and recovery codes of a customer who has lost them.
       *
       * @param stepUpToken of `auth.stepUp`
       * @throws RequestFailed `step_up_required`, `second_factor_missing`, `not_found`
       * @example await client.admin.customers.removeSecondFactor(user_id, step_up_token);
       */
      removeSecondFactor: (user_id: string, stepUpToken: string) =>
        ask<void>('DELETE', `${customer(user_id)}/second-factor`, { headers: proven(stepUpToken) }),
      /**
       * Lets you see the portal as a customer sees it. Give the token to a client of its own, as its key.
       *
       * @throws RequestFailed `not_found`
       * @example
       * const { view_token } = await client.admin.customers.view(user_id);
       * const { me } = createClient({ url, apiKey: view_token });
       */
      view: (user_id: string) => ask<StartSupportViewResponse>('POST', `${customer(user_id)}/view`),
      /**
       * Ends your views of a customer.
       *
       * @throws RequestFailed
       * @example await client.admin.customers.endView(user_id);
       */
      endView: (user_id: string) => ask<void>('DELETE', `${customer(user_id)}/view`),
      /**
       * Deletes a customer and all their data, permanently.
       *
       * @param stepUpToken of `auth.stepUp`
       * @throws RequestFailed `step_up_required` when it is too old, `cannot_delete_self`, `not_found`
       * @example await client.admin.customers.delete(user_id, step_up_token);
       */
      delete: async (user_id: string, stepUpToken: string): Promise<void> => {
        await ask('DELETE', customer(user_id), { headers: proven(stepUpToken) });
      },
      /**
       * Quotes a change of a customer's package.
       *
       * @throws RequestFailed `package_not_changeable`, `package_change_planned`, `not_found`
       * @example const quote = await client.admin.customers.quotePackage(user_id, 'Enterprise');
       */
      quotePackage: (
        user_id: string,
        packageName: QuoteCustomerPackageData['body']['package_name'],
        options?: ActOptions,
      ) =>
        ask<QuoteCustomerPackageResponse>('POST', `${customer(user_id)}/package/quote`, {
          ...once(options),
          body: { package_name: packageName },
          timeoutMs: CHECK_TIMEOUT_MS,
        }),
      /**
       * Changes a customer's package as it was quoted, which charges their card.
       *
       * @throws RequestFailed `subscription_changed`, `package_not_changeable`, `package_change_planned`, `not_found`
       * @example const { payment_url } = await client.admin.customers.changePackage(user_id, quote);
       */
      changePackage: (
        user_id: string,
        { package_name, amount_due, quoted_at }: ChangeCustomerPackageData['body'],
      ) =>
        ask<ChangeCustomerPackageResponse>('PUT', `${customer(user_id)}/package`, {
          body: { package_name, amount_due, quoted_at },
          timeoutMs: CHECK_TIMEOUT_MS,
        }),
      /**
       * Changes a user's role.
       *
       * @param stepUpToken of `auth.stepUp`
       * @throws RequestFailed `step_up_required` when it is too old, `last_admin`, `email_unconfirmed`,
       * `not_found`
       * @example await client.admin.customers.setRole(user_id, 'admin', step_up_token);
       */
      setRole: (user_id: string, role: ChangeRoleData['body']['role'], stepUpToken: string) =>
        ask<ChangeRoleResponse>('PUT', `${customer(user_id)}/role`, {
          headers: proven(stepUpToken),
          body: { role },
        }),
    },

    /** The music that all stations share. */
    library: {
      ...libraryCalls(ask),
      uploads: libraryUploadCalls(ask),
      voices: voiceCalls(ask),
    },

    schedules: scheduleCalls(ask),

    /** Webhooks of the operator, which get the events of all customers. */
    webhooks: webhookCalls(ask, '/v1/admin/webhooks'),

    personalData: {
      /**
       * What is kept about an email address, by kind, and for how long.
       *
       * @throws RequestFailed `validation_failed`
       * @example const { kinds } = await client.admin.personalData.find('ada@example.com');
       */
      find: (email: string, options?: RequestOptions) =>
        ask<PersonalData>('POST', PERSONAL_DATA, { ...options, body: { email } }),
      /**
       * Erases an email address, with its account.
       *
       * @param stepUpToken of `auth.stepUp`
       * @throws RequestFailed `step_up_required`, `subscription_running`, `cannot_delete_self`
       * @example await client.admin.personalData.erase('ada@example.com', step_up_token);
       */
      erase: (email: string, stepUpToken: string) =>
        ask<PersonalData>('POST', `${PERSONAL_DATA}/erasure`, {
          body: { email },
          headers: proven(stepUpToken),
        }),
    },

    audit: {
      /**
       * The audit log, latest first: all entries, or those of one customer.
       *
       * @throws RequestFailed
       * @example const { data } = await client.admin.audit.list({ user_id });
       */
      list: (query?: ListAuditData['query'], options?: RequestOptions) =>
        ask<ListAuditResponse>('GET', withQuery('/v1/admin/audit', query), options),
    },

    watch: {
      /**
       * Stations in trouble, longest first.
       *
       * @throws RequestFailed
       * @example const { data } = await client.admin.watch.list();
       */
      list: (query?: ListTroublesData['query'], options?: RequestOptions) =>
        ask<ListTroublesResponse>('GET', withQuery('/v1/admin/watch', query), options),
    },

    hosts: {
      /**
       * Stations with addresses on a host, and what these would become on another one.
       *
       * @throws RequestFailed `url_not_allowed`
       * @example const { stations, data } = await client.admin.hosts.preview({ from, to });
       */
      preview: (query: PreviewStreamHostData['query'], options?: RequestOptions) =>
        ask<PreviewStreamHostResponse>('GET', withQuery(STREAM_HOST, query), options),
      /**
       * Changes the host of all addresses that are still on it.
       *
       * @param stepUpToken of `auth.stepUp`
       * @throws RequestFailed `step_up_required`, `url_not_allowed`
       * @example const { stations } = await client.admin.hosts.change({ from, to }, step_up_token);
       */
      change: (body: ChangeStreamHostData['body'], stepUpToken: string) =>
        ask<ChangeStreamHostResponse>('PUT', STREAM_HOST, { body, headers: proven(stepUpToken) }),
    },
  };
}
