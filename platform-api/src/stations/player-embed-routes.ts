import Router from '@koa/router';
import type { Knex } from 'knex';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { allowPlayerEmbed } from '../http/security-headers.ts';
import { RadioStation } from './station.ts';

const stationId = z.uuid();

/** The players that the operator pasted, each as a page to be framed by the portal (security, Embed HTML). */
export function playerEmbedRoutes({ db, publicUrl }: { db: Knex; publicUrl: string }): Router {
  const router = new Router();

  router.get('/player-embed/:station_id', async (ctx) => {
    const html = await findEmbed(db, ctx.params['station_id']);
    if (!html) throw new AppError('not_found');
    allowPlayerEmbed(ctx, publicUrl);
    // Kept by nobody without asking: the operator may take it back.
    ctx.set('Cache-Control', 'no-cache');
    ctx.type = 'text/html';
    ctx.body = pageOf(html);
  });

  return router;
}

async function findEmbed(db: Knex, id: unknown): Promise<string | null> {
  const parsed = stationId.safeParse(id);
  if (!parsed.success) return null;
  const station = await RadioStation.query(db).findById(parsed.data).select('radio_player_embed');
  return station?.radio_player_embed ?? null;
}

/**
 * What was pasted stands as it is: what it can do is the page's policy's to say. It was made for a white
 * page, whatever colours the portal has.
 */
const pageOf = (html: string): string => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Player</title>
<style>html { background: #fff } body { margin: 0 }</style>
</head>
<body>
${html}
</body>
</html>
`;
