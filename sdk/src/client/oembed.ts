import { withQuery, type Ask } from './ask.ts';
import type { GetOembedData, Oembed } from './generated/types.gen.ts';
import type { RequestOptions } from './http.ts';

/** The player for a pasted address, as oEmbed has it; open to anybody. */
export function oembedRoom(ask: Ask) {
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
