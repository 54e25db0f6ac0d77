import { withQuery, type Ask } from './ask.ts';
import type {
  ChangeMyWebhookData,
  CreateMyWebhookData,
  ListMyWebhookDeliveriesData,
  ListMyWebhookDeliveriesResponse,
  ListMyWebhooksResponse,
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
} from './generated/types.gen.ts';
import type { RequestOptions } from './http.ts';

/** Webhooks of the member, or of the operator. @param path of the webhooks */
export const webhookCalls = (ask: Ask, path: string) => ({
  /**
   * @throws RequestFailed
   * @example const { data } = await client.me.webhooks.list();
   */
  list: (options?: RequestOptions) => ask<ListMyWebhooksResponse>('GET', path, options),
  /**
   * Adds a webhook. The answer has its secret, which is shown only then.
   *
   * @throws RequestFailed `too_many_webhooks`, `url_not_allowed`
   * @example const { secret } = await client.me.webhooks.create({ url, events: ['station.silent'] });
   */
  create: (body: CreateMyWebhookData['body']) => ask<WebhookWithSecret>('POST', path, { body }),
  /**
   * Changes the given fields.
   *
   * @throws RequestFailed `not_found`, `url_not_allowed`
   * @example await client.me.webhooks.change(id, { is_enabled: false });
   */
  change: (id: string, body: ChangeMyWebhookData['body']) =>
    ask<Webhook>('PATCH', `${path}/${id}`, { body }),
  /**
   * @throws RequestFailed `not_found`
   * @example await client.me.webhooks.delete(id);
   */
  delete: (id: string) => ask<void>('DELETE', `${path}/${id}`),
  /**
   * Makes another secret. The former one signs for a day, too.
   *
   * @throws RequestFailed `not_found`
   * @example const { secret } = await client.me.webhooks.rotateSecret(id);
   */
  rotateSecret: (id: string) => ask<WebhookWithSecret>('POST', `${path}/${id}/secret`),
  /**
   * Sends a test event.
   *
   * @throws RequestFailed `not_found`, `webhook_disabled`
   * @example await client.me.webhooks.test(id);
   */
  test: (id: string) => ask<WebhookDelivery>('POST', `${path}/${id}/test`),
  /**
   * A page of what was sent, newest first.
   *
   * @throws RequestFailed `not_found`
   * @example const { data } = await client.me.webhooks.deliveries(id);
   */
  deliveries: (
    id: string,
    query?: ListMyWebhookDeliveriesData['query'],
    options?: RequestOptions,
  ) =>
    ask<ListMyWebhookDeliveriesResponse>(
      'GET',
      withQuery(`${path}/${id}/deliveries`, query),
      options,
    ),
  /**
   * Sends a delivery again.
   *
   * @throws RequestFailed `not_found`, `webhook_disabled`
   * @example await client.me.webhooks.resend(id, delivery.id);
   */
  resend: (id: string, eventId: string) =>
    ask<WebhookDelivery>('POST', `${path}/${id}/deliveries/${eventId}/resend`),
});
