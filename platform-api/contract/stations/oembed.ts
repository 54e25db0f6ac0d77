import { z } from 'zod';
import { call } from '../call.ts';
import { EMBED_DEFAULTS } from './values.ts';
import { MAX_URL_LENGTH } from '../values.ts';

/** How long the answer may be cached, in seconds: a station's name and slug can change. */
export const OEMBED_SECONDS = 300;

/**
 * The maximum width or height of the embed (oEmbed 1.0 §2.2). Editors send what their theme computes: nothing, or parts
 * of a pixel, which are cut off so that the maximum holds.
 */
const mostPixels = (side: 'width' | 'height') =>
  z
    .preprocess(
      (sent) => (sent === '' ? undefined : sent),
      z.coerce
        .number('Please give a number of pixels.')
        .overwrite(Math.floor)
        .min(1, 'Please give at least one pixel.')
        .optional(),
    )
    .meta({
      description: `The maximum ${side} in pixels.`,
      example: EMBED_DEFAULTS[side],
    });

/** The response for an embedded player (oEmbed 1.0 §2.3, `rich`). */
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
  summary: 'Get the player for a URL',
  description:
    'oEmbed 1.0: an editor calls this when a user pastes the URL of a station’s page. All URLs of a ' +
    'page work, on any of its hosts, including former ones. Options of the look in the URL apply to the ' +
    `player. The player has ${EMBED_DEFAULTS.width} by ${EMBED_DEFAULTS.height} pixels, or less if you ask for ` +
    'less. A very small player is cut off.',
  query: z.object({
    url: z
      .url({ protocol: /^https?$/, error: 'Please give the address of a station’s page.' })
      .max(MAX_URL_LENGTH, 'Please use a shorter address.')
      .meta({
        description: 'The URL of a station’s page.',
        example: 'https://example.com/demo',
      }),
    maxwidth: mostPixels('width'),
    maxheight: mostPixels('height'),
    format: z.string().optional().meta({
      description: 'Only `json`, which is also the default.',
      example: 'json',
    }),
  }),
  response: Oembed,
  errors: ['station_not_found', 'format_not_supported'],
});
