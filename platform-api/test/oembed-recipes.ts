import { getOembed } from '../contract/stations/oembed.ts';
import { buildStation } from './factories.ts';
import type { Recipe } from './recipe.ts';

/** The recipe of the call that returns a player for a pasted URL. */
export const OEMBED_RECIPES: Record<string, Recipe> = {
  async getOembed({ app, ask }) {
    await buildStation(app.services.db, { station_slug: 'blue' });
    const url = `${app.services.publicUrl}/blue`;
    await ask(getOembed, { query: { url, maxwidth: '250', maxheight: '800', format: 'json' } });
    await ask(getOembed, { query: { url: `${app.services.publicUrl}/absent` } });
    await ask(getOembed, { query: { url, format: 'xml' } });
    await ask(getOembed, { query: { url, maxwidth: 'wide' } });
  },
};
