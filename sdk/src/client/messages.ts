import { once, withQuery, type ActOptions, type Ask } from './ask.ts';
import type {
  AdminMessage,
  ListCustomerMessagesData,
  ListCustomerMessagesResponse,
  ListMyMessagesData,
  ListMyMessagesResponse,
  ListWaitingCustomersData,
  ListWaitingCustomersResponse,
  Message,
  ReadMyMessagesResponse,
} from './generated/types.gen.ts';
import type { RequestOptions } from './http.ts';

const MINE = '/v1/me/messages';

/** The member's messages with the team. */
export const myMessageCalls = (ask: Ask) => ({
  /**
   * A page of the messages, newest first, and how many of the team's are unread.
   *
   * @throws RequestFailed
   * @example const { data, unread } = await client.me.messages.list();
   */
  list: (query?: ListMyMessagesData['query'], options?: RequestOptions) =>
    ask<ListMyMessagesResponse>('GET', withQuery(MINE, query), options),
  /**
   * Writes to the team.
   *
   * @throws RequestFailed `validation_failed`, `rate_limited`
   * @example await client.me.messages.send('Could we have more jazz before noon?');
   */
  send: (body: string, options?: ActOptions) =>
    ask<Message>('POST', MINE, { ...once(options), body: { body } }),
  /**
   * Marks the team's messages as read.
   *
   * @param until the id of the newest message that was shown
   * @throws RequestFailed
   * @example await client.me.messages.read(data[0].id);
   */
  read: (until: string) => ask<ReadMyMessagesResponse>('PUT', `${MINE}/read`, { body: { until } }),
});

/** The messages with a customer. @param customer the path of a customer */
export function customerMessageCalls(ask: Ask, customer: (user_id: string) => string) {
  const thread = (user_id: string) => `${customer(user_id)}/messages`;
  return {
    /**
     * Customers with unread messages, the longest waiting first.
     *
     * @throws RequestFailed
     * @example const { data } = await client.admin.customers.messages.waiting();
     */
    waiting: (query?: ListWaitingCustomersData['query'], options?: RequestOptions) =>
      ask<ListWaitingCustomersResponse>('GET', withQuery('/v1/admin/messages', query), options),
    /**
     * A page of the messages with a customer, newest first, and how many of theirs are unread.
     *
     * @throws RequestFailed `not_found`
     * @example const { data, unread } = await client.admin.customers.messages.list(user_id);
     */
    list: (user_id: string, query?: ListCustomerMessagesData['query'], options?: RequestOptions) =>
      ask<ListCustomerMessagesResponse>('GET', withQuery(thread(user_id), query), options),
    /**
     * Writes to a customer.
     *
     * @throws RequestFailed `not_found`, `validation_failed`, `rate_limited`
     * @example await client.admin.customers.messages.send(user_id, 'Of course. Listen tomorrow.');
     */
    send: (user_id: string, body: string, options?: ActOptions) =>
      ask<AdminMessage>('POST', thread(user_id), { ...once(options), body: { body } }),
    /**
     * Marks a customer's messages as read, for all admins.
     *
     * @param until the id of the newest message that was shown
     * @throws RequestFailed `not_found`
     * @example await client.admin.customers.messages.read(user_id, data[0].id);
     */
    read: (user_id: string, until: string) =>
      ask<ReadMyMessagesResponse>('PUT', `${thread(user_id)}/read`, { body: { until } }),
  };
}
