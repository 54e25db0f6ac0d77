import type { Call } from '../contract/call.ts';
import * as calls from '../contract/listening/calls.ts';
import { buildStation } from './factories.ts';
import type { Recipe } from './recipe.ts';

/** Without a station, and with one that nobody has heard yet. */
const ofOwnStation =
  (call: Call, refused?: Record<string, string>): Recipe =>
  async ({ app, member, ask }) => {
    const token = member.access_token;
    await ask(call, { token });
    await buildStation(app.services.db, { user_id: member.id });
    await ask(call, { token });
    if (refused) await ask(call, { token, query: refused });
  };

const BACKWARDS = { from: '2026-11-24', to: '2026-11-23' };

/** Recipes of the calls about listening. */
export const LISTENING_RECIPES: Record<string, Recipe> = {
  getMyListening: ofOwnStation(calls.getMyListening, BACKWARDS),
  exportMyListening: ofOwnStation(calls.exportMyListening, BACKWARDS),
  exportMyListeningSessions: ofOwnStation(calls.exportMyListeningSessions, { day: 'today' }),
  getMyListeningSummary: ofOwnStation(calls.getMyListeningSummary),
  getMyListeners: ofOwnStation(calls.getMyListeners),
  listListeningStations: async ({ app, admin, ask }) => {
    const token = admin.access_token;
    await buildStation(app.services.db, { station_name: 'Blue Café' });
    await ask(calls.listListeningStations, { token });
    await ask(calls.listListeningStations, { token, query: { cursor: 'made-up' } });
  },
  listStationListeners: ({ admin, ask }) =>
    ask(calls.listStationListeners, { token: admin.access_token }),
  listMyListeningSessions: ofOwnStation(calls.listMyListeningSessions, { cursor: 'made-up' }),
};
