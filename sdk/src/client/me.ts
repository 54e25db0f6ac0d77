import { once, pathOf, proven, withQuery, type ActOptions, type Ask } from './ask.ts';
import { announcementCalls, myVoiceCalls } from './announcements.ts';
import { assetCalls } from './assets.ts';
import type { OpenAsMember } from './as-member.ts';
import type {
  AccountExport,
  ChangeLookData,
  ChangePackageData,
  ChangePackageResponse,
  ChangeProfileData,
  ChangePurchaseOrderResponse,
  CheckDomainResponse,
  CreateApiKeyData,
  CancelSubscriptionResponse,
  CreateApiKeyResponse,
  DownloadInvoiceResponse,
  GetBillingResponse,
  GetCheckoutResponse,
  GetDomainResponse,
  GetMeResponse,
  GetSlugAvailabilityResponse,
  ListApiKeysResponse,
  NotifyOperatorData,
  NowPlaying,
  OpenBillingPortalResponse,
  Profile,
  QuotePackageChangeData,
  QuotePackageChangeResponse,
  SetDomainResponse,
  StartCheckoutData,
  ResumeSubscriptionResponse,
  StartCheckoutResponse,
  Station,
  SubmitSetupData,
  VerifyCheckoutResponse,
  WallMessage,
} from './generated/types.gen.ts';
import type { RequestOptions } from './http.ts';
import { myListeningCalls } from './listening.ts';
import { myMessageCalls } from './messages.ts';
import { myStationEvents, type MyStationEventsOptions } from './my-station-events.ts';
import { myProgrammeCalls } from './schedules.ts';
import { webhookCalls } from './webhooks.ts';

/** The API calls the payment provider, with retries, so it takes longer than other calls. In ms. */
const PROVIDER_TIMEOUT_MS = 40_000;

/**
 * The signed-in user's own data.
 *
 * @param open opens event streams
 */
export function meCalls(ask: Ask, open: OpenAsMember) {
  return {
    /**
     * User, role and profile.
     *
     * @throws RequestFailed `invalid_token` when signed out
     * @example const { user, role, profile } = await client.me.get();
     */
    get: (options?: RequestOptions) => ask<GetMeResponse>('GET', '/v1/me', options),

    /**
     * Exports all data of the account.
     *
     * @param stepUpToken of `auth.stepUp`
     * @throws RequestFailed `step_up_required` when it is too old
     * @example const everything = await client.me.export(step_up_token);
     */
    export: (stepUpToken: string, options?: RequestOptions) =>
      ask<AccountExport>('GET', '/v1/me/export', { ...options, headers: proven(stepUpToken) }),

    /**
     * Deletes the account and all its data, permanently. This ends every session, so sign out afterwards to
     * update this page and its other tabs.
     *
     * @param stepUpToken of `auth.stepUp`
     * @throws RequestFailed `step_up_required` when it is too old, `last_admin`
     * @example
     * await client.me.delete(step_up_token);
     * await client.auth.signOut();
     */
    delete: async (stepUpToken: string): Promise<void> => {
      await ask('DELETE', '/v1/me', { headers: proven(stepUpToken) });
    },

    profile: {
      /**
       * @throws RequestFailed
       * @example const { first_name } = await client.me.profile.get();
       */
      get: (options?: RequestOptions) => ask<Profile>('GET', '/v1/me/profile', options),
      /**
       * Changes the given fields. Null clears a field.
       *
       * @throws RequestFailed `validation_failed`, with `errors` by field
       * @example await client.me.profile.change({ company_name: 'Analytical Engines' });
       */
      change: (body: NonNullable<ChangeProfileData['body']>) =>
        ask<Profile>('PATCH', '/v1/me/profile', { body }),
    },

    station: {
      ...myProgrammeCalls(ask),
      listening: myListeningCalls(ask),
      /**
       * @throws RequestFailed `no_station` before there is one
       * @example const { status, station_url } = await client.me.station.get();
       */
      get: (options?: RequestOptions) => ask<Station>('GET', '/v1/me/station', options),
      /**
       * Previous, current and next track; all null while the station is off air.
       *
       * @throws RequestFailed `no_station`
       * @example const { current } = await client.me.station.nowPlaying();
       */
      nowPlaying: (options?: RequestOptions) =>
        ask<NowPlaying>('GET', '/v1/me/station/now-playing', options),
      /**
       * Streams your station: its current state, then every change. A hidden page receives nothing until it
       * is visible.
       *
       * @example
       * const events = client.me.station.events({
       *   onStation: (station) => show(station),
       *   onNowPlaying: ({ current }) => showTrack(current),
       * });
       * events.close();
       */
      events: (options: MyStationEventsOptions) => myStationEvents(ask, open, options),
      /**
       * Gives the station another address. The old ones redirect to it, and are kept for it for a while.
       *
       * @throws RequestFailed `slug_taken`, `slug_held`, `slug_invalid`, `slug_reserved`, `slug_unchanged`,
       * `slug_limit_reached`
       * @example const { station_url } = await client.me.station.changeSlug('counting-house');
       */
      changeSlug: (station_slug: string, options?: ActOptions) =>
        ask<Station>('PUT', '/v1/me/station/slug', { ...once(options), body: { station_slug } }),
      /**
       * Changes accent colour and theme: of the page, the screens, and players that are embedded already.
       *
       * @throws RequestFailed `no_station`
       * @example await client.me.station.changeLook({ accent_colour: '#c2410c', theme: 'light' });
       */
      changeLook: (body: ChangeLookData['body']) =>
        ask<Station>('PUT', '/v1/me/station/look', { body }),
      /**
       * Changes the message on the station's screens; null removes it.
       *
       * @throws RequestFailed `no_station`
       * @example await client.me.station.changeWallMessage({ text: 'Soup: leek', shown: 'always', from: null, until: null });
       */
      changeWallMessage: (wall_message: WallMessage | null) =>
        ask<Station>('PUT', '/v1/me/station/wall-message', { body: { wall_message } }),
      /**
       * Whether an address is free now. `reason` is the code that `changeSlug` would fail with.
       *
       * @throws RequestFailed `no_station`
       * @example const { available, reason } = await client.me.station.slugAvailability('counting-house');
       */
      slugAvailability: (station_slug: string, options?: RequestOptions) =>
        ask<GetSlugAvailabilityResponse>(
          'GET',
          withQuery('/v1/me/station/slug-availability', { station_slug }),
          options,
        ),

      /** The station's own domain. Answers have `domain: null` before there is one. */
      domain: {
        /**
         * @throws RequestFailed `no_station`
         * @example const { domain } = await client.me.station.domain.get();
         */
        get: (options?: RequestOptions) =>
          ask<GetDomainResponse>('GET', '/v1/me/station/domain', options),
        /**
         * Begins with a domain. The answer has the DNS records to make.
         *
         * @throws RequestFailed `feature_not_in_package`, `domain_invalid`, `domain_taken`
         * @example const { domain } = await client.me.station.domain.set('radio.counting-house.example');
         */
        set: (domain: string, options?: ActOptions) =>
          ask<SetDomainResponse>('PUT', '/v1/me/station/domain', {
            ...once(options),
            body: { domain },
          }),
        /**
         * Checks the records now, which also happens automatically.
         *
         * @throws RequestFailed `no_domain`
         */
        check: () => ask<CheckDomainResponse>('POST', '/v1/me/station/domain/check'),
        /**
         * The station's other address serves it again at once.
         *
         * @throws RequestFailed `no_domain`
         */
        remove: async (): Promise<void> => {
          await ask('DELETE', '/v1/me/station/domain');
        },
      },
    },

    setup: {
      /**
       * Describes the station that you want. Submitting again replaces the earlier answers.
       *
       * @throws RequestFailed `validation_failed`, `feature_not_in_package`, `no_station`
       * @example await client.me.setup.submit({ station_name_request: 'Counting House Radio' });
       */
      submit: (body: SubmitSetupData['body']) => ask<Profile>('PUT', '/v1/me/setup', { body }),
    },

    assets: assetCalls(ask),
    announcements: announcementCalls(ask),
    voices: myVoiceCalls(ask),

    messages: myMessageCalls(ask),
    webhooks: webhookCalls(ask, '/v1/me/webhooks'),

    notifications: {
      /**
       * Notifies the operator of a change. Setup, address and uploads notify automatically.
       *
       * @throws RequestFailed
       * @example
       * await client.me.notifications.send({
       *   type: 'change',
       *   data: { change_type: 'opening hours', changes: { monday: '8 to 18' } },
       * });
       */
      send: async (body: NotifyOperatorData['body'], options?: ActOptions): Promise<void> => {
        await ask('POST', '/v1/me/notifications', { ...once(options), body });
      },
    },

    checkout: {
      /**
       * The purchase that was started and is not paid yet; null: none.
       *
       * @throws RequestFailed
       * @example const { purchase } = await client.me.checkout.get();
       */
      get: (options?: RequestOptions) =>
        ask<GetCheckoutResponse>('GET', '/v1/me/checkout', options),
      /**
       * Buys a package: open the page at the returned `url`. The amounts come from `quotes.create`.
       *
       * @throws RequestFailed `price_changed` with `quote`, `order_replaced`, `already_subscribed`, `vat_number_invalid`
       * @example const { url } = await client.me.checkout.start({ package_name, company_details, pricing });
       */
      start: (body: NonNullable<StartCheckoutData['body']>, options?: ActOptions) =>
        ask<StartCheckoutResponse>('POST', '/v1/me/checkout', {
          ...once(options),
          body,
          timeoutMs: PROVIDER_TIMEOUT_MS,
        }),
      /**
       * Checks whether the purchase is paid.
       *
       * @throws RequestFailed
       * @example const { success, message } = await client.me.checkout.verify();
       */
      verify: (options?: ActOptions) =>
        ask<VerifyCheckoutResponse>('POST', '/v1/me/checkout/verify', {
          ...once(options),
          body: {},
          timeoutMs: PROVIDER_TIMEOUT_MS,
        }),
    },

    billing: {
      /**
       * Subscription and invoices. Amounts are in cents, an invoice's period in Unix seconds.
       *
       * @throws RequestFailed
       * @example const { subscription, invoices } = await client.me.billing.get();
       */
      get: (options?: RequestOptions) =>
        ask<GetBillingResponse>('GET', '/v1/me/billing', {
          ...options,
          timeoutMs: PROVIDER_TIMEOUT_MS,
        }),
      /**
       * Cancels the subscription for the end that `subscription.if_cancelled` shows.
       *
       * @throws RequestFailed `subscription_changed`
       * @example const { subscription } = await client.me.billing.cancel(if_cancelled.ends_at);
       */
      cancel: (endsAt: string, options?: ActOptions) =>
        ask<CancelSubscriptionResponse>('POST', '/v1/me/billing/cancel', {
          ...once(options),
          body: { ends_at: endsAt },
          timeoutMs: PROVIDER_TIMEOUT_MS,
        }),
      /**
       * Takes back a cancellation.
       *
       * @throws RequestFailed `subscription_changed`
       * @example const { subscription } = await client.me.billing.resume();
       */
      resume: (options?: ActOptions) =>
        ask<ResumeSubscriptionResponse>('POST', '/v1/me/billing/resume', {
          ...once(options),
          body: {},
          timeoutMs: PROVIDER_TIMEOUT_MS,
        }),
      /**
       * Quotes a change of package: the amount that is charged at once, and the next payment.
       *
       * @throws RequestFailed `package_not_changeable`, `package_change_planned`
       * @example const quote = await client.me.billing.quotePackage('Enterprise');
       */
      quotePackage: (
        packageName: QuotePackageChangeData['body']['package_name'],
        options?: ActOptions,
      ) =>
        ask<QuotePackageChangeResponse>('POST', '/v1/me/billing/package/quote', {
          ...once(options),
          body: { package_name: packageName },
          timeoutMs: PROVIDER_TIMEOUT_MS,
        }),
      /**
       * Changes the package as it was quoted. With a `payment_url` the change waits for a payment there.
       *
       * @throws RequestFailed `subscription_changed`, `package_not_changeable`, `package_change_planned`
       * @example const { subscription, payment_url } = await client.me.billing.changePackage(quote);
       */
      changePackage: (
        { package_name, amount_due, quoted_at }: ChangePackageData['body'],
        options?: RequestOptions,
      ) =>
        ask<ChangePackageResponse>('PUT', '/v1/me/billing/package', {
          ...options,
          body: { package_name, amount_due, quoted_at },
          timeoutMs: PROVIDER_TIMEOUT_MS,
        }),
      /**
       * Changes the purchase-order number on invoices; '' removes it.
       *
       * @throws RequestFailed `no_billing_account`
       * @example await client.me.billing.changePurchaseOrder('PO-2026-118');
       */
      changePurchaseOrder: (number: string, options?: RequestOptions) =>
        ask<ChangePurchaseOrderResponse>('PUT', '/v1/me/billing/purchase-order', {
          ...options,
          body: { purchase_order: number },
          timeoutMs: PROVIDER_TIMEOUT_MS,
        }),
      /**
       * The address to download an invoice from.
       *
       * @throws RequestFailed `invoice_not_found`
       * @example const { download_url } = await client.me.billing.downloadInvoice(id);
       */
      downloadInvoice: (id: string, options?: RequestOptions) =>
        ask<DownloadInvoiceResponse>('GET', `${pathOf('/v1/me/billing/invoices', id)}/download`, {
          ...options,
          timeoutMs: PROVIDER_TIMEOUT_MS,
        }),
      /**
       * A page to manage the subscription on.
       *
       * @throws RequestFailed `no_billing_account`, `portal_not_configured`
       * @example const { url } = await client.me.billing.openPortal();
       */
      openPortal: (options?: ActOptions) =>
        ask<OpenBillingPortalResponse>('POST', '/v1/me/billing/portal', {
          ...once(options),
          body: {},
          timeoutMs: PROVIDER_TIMEOUT_MS,
        }),
    },

    apiKeys: {
      /**
       * @throws RequestFailed
       * @example const { data } = await client.me.apiKeys.list();
       */
      list: (options?: RequestOptions) =>
        ask<ListApiKeysResponse>('GET', '/v1/me/api-keys', options),
      /**
       * Creates a key. `key` is only shown in this answer.
       *
       * @param stepUpToken of `auth.stepUp`
       * @throws RequestFailed `step_up_required` when the token is too old, `too_many_keys`
       * @example
       * const body = { name: 'Shop window', scopes: ['read'], expires_in_days: 90 };
       * const { key } = await client.me.apiKeys.create(body, step_up_token);
       */
      create: (body: NonNullable<CreateApiKeyData['body']>, stepUpToken: string) =>
        ask<CreateApiKeyResponse>('POST', '/v1/me/api-keys', {
          headers: proven(stepUpToken),
          body,
        }),
      /**
       * Revokes a key.
       *
       * @throws RequestFailed `not_found`
       * @example await client.me.apiKeys.delete(id);
       */
      delete: (id: string) => ask<void>('DELETE', pathOf('/v1/me/api-keys', id)),
    },
  };
}
