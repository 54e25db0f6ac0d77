import { fileURLToPath } from 'node:url';
import { send } from '@koa/send';
import type { Context } from 'koa';
import { NotFound } from '../errors.ts';

const MINUTES_5 = 5 * 60;
const YEAR = 365 * 24 * 60 * 60;

/** The built parts whose files we serve, found the way any importer would find them. */
const folderOf = (manifest: string, folder: string): string =>
  fileURLToPath(new URL(folder, import.meta.resolve(manifest)));

const SDK = folderOf('@stationhouse/sdk/package.json', 'dist/');
const SHELL = folderOf('@stationhouse/player-shell/package.json', 'dist/');
export const PORTAL = folderOf('@stationhouse/portal/package.json', 'dist/');

/**
 * `/sdk/player.js` and `/sdk/v1/player.js` float within a major version; `/sdk/1.4.2/player.js` never
 * changes, so that a page may pin it by hash (API rules, 'SDK addresses').
 */
const SDK_PATH = /^\/sdk\/(?:v1\/|(\d+\.\d+\.\d+)\/)?([\w.-]+)$/;

/** Names of built files carry a hash of their content. */
const ASSET_PATH = /^\/assets\/([\w.-]+)$/;

/** Whether the path is a file of the SDK or of a page, which every host answers. */
export function isStaticFile(path: string): boolean {
  return path.startsWith('/sdk/') || path.startsWith('/assets/');
}

/**
 * Answers with a built file, compressed beforehand where the client can read it.
 * @throws NotFound
 */
export async function sendStaticFile(ctx: Context, sdkVersion: string): Promise<void> {
  const sdk = SDK_PATH.exec(ctx.path);
  if (sdk) {
    const [, pinned, file = ''] = sdk;
    if (pinned !== undefined && pinned !== sdkVersion) throw NotFound();
    await sendFile(ctx, SDK, file, pinned === undefined ? MINUTES_5 : YEAR);
    return;
  }
  const file = ASSET_PATH.exec(ctx.path)?.[1];
  if (file === undefined) throw NotFound();
  try {
    await sendFile(ctx, SHELL, `assets/${file}`, YEAR);
  } catch {
    await sendFile(ctx, PORTAL, `assets/${file}`, YEAR);
  }
}

async function sendFile(ctx: Context, root: string, file: string, seconds: number): Promise<void> {
  const lasting = seconds === YEAR ? ', immutable' : '';
  try {
    await send(ctx, file, { root });
  } catch {
    // Not there, not a name, outside the folder: nothing of ours either way.
    throw NotFound();
  }
  ctx.set('Cache-Control', `public, max-age=${seconds}${lasting}`);
  ctx.vary('Accept-Encoding');
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
}
