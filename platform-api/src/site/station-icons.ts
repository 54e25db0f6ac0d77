import { buffer } from 'node:stream/consumers';
import { askedFile } from '../assets/asset-address.ts';
import { fallbackIcon, iconOf, type IconShape } from '../assets/icon.ts';
import type { Storage } from '../assets/storage/storage.ts';
import type { Logger } from '../log.ts';
import { createLimit } from '../concurrency-limit.ts';

/**
 * Icons by their names. A maskable one may be cut to a circle of four fifths of its width (W3C Manifest,
 * "Icon masks and safe zone"), in which a square of 0.56 has its place.
 */
export const ICONS = {
  'icon-192.png': { size: 192, within: 0.9 },
  'icon-512.png': { size: 512, within: 0.9 },
  'icon-maskable-512.png': { size: 512, within: 0.56 },
  'apple-touch-icon.png': { size: 180, within: 0.8 },
} as const satisfies Record<string, IconShape>;
export type IconName = keyof typeof ICONS;

/** A stored logo of more bytes is not read for its icon: an animation, if any. */
const MAX_STORED_LOGO_BYTES = 16 * 1024 * 1024;

/** So many icons are kept in memory: some 10 kB each. */
const MOST_KEPT = 500;

/** Draws stations' icons, and keeps those that were asked for last. */
export interface StationIcons {
  /**
   * A PNG: of the logo where it lies with us, else of the brand. Nobody's picture is fetched.
   *
   * @param logoUrl a new logo has a new address
   * @throws `storage_unavailable`; `busy` where too many are to be drawn
   */
  draw(logoUrl: string | null, name: IconName): Promise<Buffer>;
}

export function createStationIcons({
  storage,
  publicUrl,
  log,
}: {
  storage: Storage;
  publicUrl: string;
  log: Logger;
}): StationIcons {
  // A map keeps its order: what was asked for last stands last.
  const kept = new Map<string, Promise<Buffer>>();
  // Read and drawn one at a time, apart from members' uploads: neither makes the other wait.
  const inTurn = createLimit({ atOnce: 1, maxWaiting: 32 });

  async function drawAnew(logoUrl: string | null, name: IconName): Promise<Buffer> {
    const logo = await readLogo(logoUrl);
    if (!logo) return await fallbackIcon(ICONS[name]);
    try {
      return await iconOf(logo, ICONS[name]);
    } catch (error) {
      log.warn({ err: error, logoUrl }, 'a station’s logo cannot be drawn as an icon');
      return await fallbackIcon(ICONS[name]);
    }
  }

  async function readLogo(logoUrl: string | null): Promise<Buffer | null> {
    const key = logoUrl === null ? null : ownKey(logoUrl, publicUrl);
    const object = key === null ? null : await storage.open(key);
    if (!object) return null;
    if (object.size_bytes > MAX_STORED_LOGO_BYTES) {
      object.stream.destroy();
      return null;
    }
    return await buffer(object.stream);
  }

  return {
    draw(logoUrl, name) {
      const key = `${name} ${logoUrl ?? ''}`;
      const icon = kept.get(key) ?? inTurn(() => drawAnew(logoUrl, name));
      kept.delete(key);
      kept.set(key, icon);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      // What could not be read now may be the next time.
      icon.catch(() => kept.get(key) === icon && kept.delete(key));
      return icon;
    },
  };
}

/** Under which key a logo lies with us; null: it lies elsewhere. */
function ownKey(logoUrl: string, publicUrl: string): string | null {
  const { origin, pathname } = new URL(logoUrl);
  const file = origin === new URL(publicUrl).origin ? askedFile(pathname) : null;
  return file?.content_type.startsWith('image/') ? file.storage_key : null;
}
