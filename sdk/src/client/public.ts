import { type ActOptions, type Ask, once, withQuery } from './ask.ts';
import type {
  CreateQuoteData,
  GetOembedData,
  ListPackagesResponse,
  Oembed,
  Quote,
  SendContactMessageData,
  SendContactMessageResponse,
} from './generated/types.gen.ts';
import type { RequestOptions } from './http.ts';

/** The packages; open to anybody. */
export function packageCalls(ask: Ask) {
  return {
    /**
     * All packages, cheapest first. Fees are in cents.
     *
     * @throws RequestFailed
     * @example const { data } = await client.packages.list();
     */
    list: (options?: RequestOptions) => ask<ListPackagesResponse>('GET', '/v1/packages', options),
  };
}

/** The price of a purchase; open to anybody. */
export function quoteCalls(ask: Ask) {
  return {
    /**
     * Setup fee, first month, VAT and total, in cents.
     *
     * @throws RequestFailed `unknown_package`
     * @example const { total } = await client.quotes.create({ package_name: 'Starter', country: 'Germany' });
     */
    create: (body: NonNullable<CreateQuoteData['body']>, options?: ActOptions) =>
      ask<Quote>('POST', '/v1/quotes', { ...once(options), body }),
  };
}

/** The oEmbed endpoint; open to anybody. */
export function oembedCalls(ask: Ask) {
  return {
    /**
     * The `iframe` with the player of the station at an address.
     *
     * @param query `maxwidth` and `maxheight` in px
     * @throws RequestFailed `station_not_found`
     * @example const { html } = await client.oembed.get({ url: 'https://radio.example.com/demo' });
     */
    get: (query: Omit<GetOembedData['query'], 'format'>, options?: RequestOptions) =>
      ask<Oembed>('GET', withQuery('/v1/oembed', query), options),
  };
}

/** Messages to the operator; open to anybody. */
export function contactCalls(ask: Ask) {
  return {
    /**
     * Sends a message. `homepage` is a honeypot field. A message that fills it in, or with an `elapsed_ms`
     * too short for a person, is dropped.
     *
     * @throws RequestFailed `validation_failed`, with `errors` by field; `rate_limited`
     * @example await client.contact.send({ name, email, subject, message });
     */
    send: (message: SendContactMessageData['body'], options?: ActOptions) =>
      ask<SendContactMessageResponse>('POST', '/v1/contact', {
        ...once(options),
        body: message,
      }),
  };
}
