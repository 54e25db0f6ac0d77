import { z } from 'zod';
import { call } from './call.ts';
import { EMBED_DEFAULTS, MAX_URL_LENGTH } from './limits.ts';

/** How long an answer may be kept, in seconds: a station's name and address change now and then. */
export const OEMBED_SECONDS = 300;

/** A side of the place that the player goes into. Its reader promises no more than that (oEmbed 1.0 §2.2). */
const mostPixels = (side: 'width' | 'height') =>
  z.coerce
    .number('Please give a number of pixels.')
    .int('Please give a whole number of pixels.')
    .min(1, 'Please give at least one pixel.')
    .optional()
    .meta({
      description: `The most pixels that its ${side} may have.`,
      example: EMBED_DEFAULTS[side],
    });

/** What a page needs to show a player (oEmbed 1.0 §2.3, `rich`). */
export const Oembed = z
  .object({
    version: z.literal('1.0'),
    type: z.literal('rich'),
    title: z.string().meta({ description: 'The station’s name.', example: 'Demo Radio' }),
    provider_name: z.string().meta({ example: 'Stationhouse' }),
    provider_url: z.string().meta({ example: 'https://example.com' }),
    cache_age: z.literal(OEMBED_SECONDS),
    width: z.int().meta({ example: EMBED_DEFAULTS.width }),
    height: z.int().meta({ example: EMBED_DEFAULTS.height }),
    html: z.string().meta({
      description: 'One `iframe`.',
      example:
        '<iframe src="https://example.com/demo?embed=true" title="Radio player of Demo Radio" ' +
        'width="300" height="450" allow="autoplay" loading="lazy" ' +
        'style="border: 0; max-width: 100%"></iframe>',
    }),
  })
  .meta({ id: 'Oembed' });
export type Oembed = z.infer<typeof Oembed>;

export const getOembed = call({
  id: 'getOembed',
  method: 'get',
  path: '/v1/oembed',
  access: 'public',
  summary: 'The player for a pasted address',
  description:
    'oEmbed 1.0: an editor into which somebody has pasted the address of a station’s page asks here for ' +
    'the player. Every address of the page will do, at any of its hosts, former ones and those of its ' +
    'screens too, and what it says of the look goes into the player. The player is ' +
    `${EMBED_DEFAULTS.width} by ${EMBED_DEFAULTS.height} pixels, or less where less is asked for: ` +
    'whoever asks for very little gets a player that shows only a part.',
  query: z.object({
    url: z
      .url({ protocol: /^https?$/, error: 'Please give the address of a station’s page.' })
      .max(MAX_URL_LENGTH, 'Please use a shorter address.')
      .meta({
        description: 'The address of a station’s page, as it was pasted.',
        example: 'https://example.com/demo',
      }),
    maxwidth: mostPixels('width'),
    maxheight: mostPixels('height'),
    format: z.string().optional().meta({
      description: '`json`, which is what comes anyway.',
      example: 'json',
    }),
  }),
  response: Oembed,
  errors: ['station_not_found', 'format_not_supported'],
});
