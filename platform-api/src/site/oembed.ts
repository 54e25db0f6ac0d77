import { BRAND } from '../../contract/brand.ts';
import { EMBED_DEFAULTS } from '../../contract/limits.ts';
import { OEMBED_SECONDS, type Oembed } from '../../contract/oembed.ts';
import { playerFrame } from '../../contract/player-frame.ts';
import type { PublicStation } from '../../contract/stations.ts';

/** What a page's address may say of the player's look and language; the rest of it is not carried on. */
const LOOK = ['background', 'button', 'font', 'logo', 'song', 'theme', 'lang'] as const;

/** A colour, a switch or a word as far as one can see here: the page judges it by itself. */
const PLAIN_VALUE = /^#?[\w-]{1,9}$/;

/**
 * The answer to somebody who wants a station's player.
 *
 * @param asked maxwidth, maxheight in px, which are kept to, however small (oEmbed 1.0 §2.3)
 */
export function oembedOf(
  station: Pick<PublicStation, 'station_slug' | 'station_name'>,
  asked: {
    /** The address of the station's page that was pasted. */
    address: URL;
    maxwidth?: number | undefined;
    maxheight?: number | undefined;
    publicUrl: string;
  },
): Oembed {
  const { address, publicUrl, maxwidth = Infinity, maxheight = Infinity } = asked;
  const width = Math.min(EMBED_DEFAULTS.width, maxwidth);
  const height = Math.min(EMBED_DEFAULTS.height, maxheight);
  const look = lookOf(address.searchParams);
  return {
    version: '1.0',
    type: 'rich',
    title: station.station_name,
    provider_name: BRAND.name,
    provider_url: publicUrl,
    cache_age: OEMBED_SECONDS,
    width,
    height,
    html: playerFrame({ home: publicUrl, station, look, width, height }),
  };
}

function lookOf(query: URLSearchParams): [name: string, value: string][] {
  return LOOK.flatMap((name): [string, string][] => {
    const value = query.get(name) ?? '';
    return PLAIN_VALUE.test(value) ? [[name, value]] : [];
  });
}
