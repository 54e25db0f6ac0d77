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

/** What is sold; open to anybody. */
export function packageCalls(ask: Ask) {
  return {
    /**
     * The catalogue, cheapest first. Fees are in cents.
     *
     * @throws RequestFailed
     * @example const { data } = await client.packages.list();
     */
    list: (options?: RequestOptions) => ask<ListPackagesResponse>('GET', '/v1/packages', options),
  };
}

/** What a purchase would cost; open to anybody. */
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

/** The player for a pasted address, as oEmbed has it; open to anybody. */
export function oembedCalls(ask: Ask) {
  return {
    /**
     * The player of the station whose page is at an address, as one `iframe`.
     *
     * @param query `maxwidth` and `maxheight` in px
     * @throws RequestFailed `station_not_found`
     * @example const { html } = await client.oembed.get({ url: 'https://radio.example.com/demo' });
     */
    get: (query: Omit<GetOembedData['query'], 'format'>, options?: RequestOptions) =>
      ask<Oembed>('GET', withQuery('/v1/oembed', query), options),
  };
}

/** Words to the operator; open to anybody. */
export function contactCalls(ask: Ask) {
  return {
    /**
     * Sends a message. `homepage` is for a field that people don't see: a message that fills it in, or
     * whose `elapsed_ms` is too short for a person, goes nowhere.
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
