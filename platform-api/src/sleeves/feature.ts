import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import Router from '@koa/router';
import { LRUCache } from 'lru-cache';
import { BRAND } from '../../contract/site/brand.ts';
import type { Track } from '../../contract/stations/schemas.ts';
import { UNKNOWN_ARTIST } from '../../contract/stations/values.ts';
import { AppError } from '../errors.ts';
import type { Feature } from '../feature.ts';
import { FOR_EVER, open } from '../http/caching.ts';
import { createLimit } from '../http/concurrency-limit.ts';
import { drawSleevePng } from './sleeve-png.ts';
import { designOf, drawSleeve, SLEEVE_PX, type SleeveDesign } from '../../contract/site/sleeve.ts';

/** A station's page has no such folder, so a station with the slug `covers` keeps all of its addresses. */
const SLEEVE_FOLDER = '/covers/sleeve/';

/** To be raised when the drawings change: browsers keep the former ones for a year. */
const EDITION = '2';

/** Bytes of a signature. A guess needs 2^71 requests. */
const SIGNATURE_BYTES = 9;

/** PNGs in memory, about 10 kB each. */
const MAX_CACHED = 300;

/** Edition, accent, form, turn, role, variant, signature, format. */
const NAME = /^((\d+)-([0-9a-f]{6})-(\d)([0-3])([0-3])([0-3]))-([\w-]{12})\.(svg|png)$/;

/** The fields of a station that decide its sleeves. */
export interface SleeveStation {
  id: string;
  accent_colour?: string | null | undefined;
}

/** Where the sleeves of songs are found. */
export interface SleeveAddresses {
  /** The address of a song's sleeve. Draws nothing. */
  addressOf(song: { title: string; artist: string | null }, station: SleeveStation): string;
}

/** The sleeve art of stations, and its addresses. */
export interface Sleeves extends Feature, SleeveAddresses {
  /** The track with the address of its sleeve, if it has no cover of its own. Draws nothing. */
  dress<T extends Track | null>(track: T, station: SleeveStation): T;
}

/**
 * Addresses are signed. Without that, a stranger could request millions of different drawings.
 *
 * @param secrets the first one signs, all of them verify: that is how secrets are rotated
 */
export function sleevesFeature({
  secrets,
  publicUrl,
}: {
  secrets: readonly string[];
  publicUrl: string;
}): Sleeves {
  const keys = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'addresses of sleeves', 32)),
  );
  const [newest] = keys;
  if (!newest) throw new Error('The addresses of sleeves need a secret.');
  const placeholder = publicUrl + BRAND.placeholder_cover;
  const signature = (key: Buffer, text: string): Buffer =>
    createHmac('sha256', key).update(text).digest().subarray(0, SIGNATURE_BYTES);

  // One at a time, in a queue of its own.
  const limited = createLimit({ atOnce: 1, maxWaiting: 64 });
  const pngs = new LRUCache<string, Buffer, SleeveDesign>({
    max: MAX_CACHED,
    fetchMethod: (_key, _stale, { context }) => limited(() => drawSleevePng(context, SLEEVE_PX)),
    // An evicted request still gets its picture.
    ignoreFetchAbort: true,
  });

  function addressOfDesign({ accent, form, turn, role, variant }: SleeveDesign): string {
    const text = `${EDITION}-${accent}-${form}${turn}${role}${variant}`;
    return `${publicUrl}${SLEEVE_FOLDER}${text}-${signature(newest as Buffer, text).toString('base64url')}.svg`;
  }

  /** @returns null unless the name was signed here */
  function read(name: string): { text: string; ending: string; design: SleeveDesign } | null {
    const [, text = '', edition, accent = '', form, turn, role, variant, signed = '', ending = ''] =
      NAME.exec(name) ?? [];
    const given = Buffer.from(signed, 'base64url');
    const isOurs =
      edition === EDITION &&
      given.length === SIGNATURE_BYTES &&
      keys.some((key) => timingSafeEqual(given, signature(key, text)));
    if (!isOurs) return null;
    const [formed, turned, coloured, varied] = [form, turn, role, variant].map(Number);
    const design = {
      accent,
      form: formed ?? 0,
      turn: turned ?? 0,
      role: coloured ?? 0,
      variant: varied ?? 0,
    };
    return { text, ending, design };
  }

  const router = new Router();
  router.get(`${SLEEVE_FOLDER}:name`, async (ctx) => {
    const found = read(ctx.params['name'] ?? '');
    if (!found) throw new AppError('not_found');
    const { text, ending, design } = found;
    const body =
      ending === 'svg' ? drawSleeve(design) : await pngs.forceFetch(text, { context: design });
    open(ctx, FOR_EVER);
    ctx.type = ending;
    ctx.body = body;
  });

  const addressOf: SleeveAddresses['addressOf'] = ({ title, artist }, station) => {
    const { id, accent_colour: accent = null } = station;
    // Listeners see the same words for a missing artist, and so the same sleeve.
    const song = { title, artist: artist ?? UNKNOWN_ARTIST };
    return addressOfDesign(designOf({ ...song, accent, station: id }));
  };

  return {
    addressOf,
    dress(track, station) {
      if (track?.cover !== placeholder) return track;
      return { ...track, cover: addressOf(track, station) };
    },
    routers: () => [router],
  };
}
