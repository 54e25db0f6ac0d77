import { once, type ActOptions, type Ask } from './ask.ts';
import type { CreateQuoteData, Quote } from './generated/types.gen.ts';

/** What a purchase would cost; open to anybody. */
export function quotesRoom(ask: Ask) {
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
