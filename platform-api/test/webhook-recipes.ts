import { MAX_WEBHOOKS } from '../contract/webhooks/values.ts';
import { MY_WEBHOOKS, OPERATOR_WEBHOOKS } from '../contract/webhooks/calls.ts';
import { listenToMyWebhooks, triggerMyWebhook } from '../contract/webhooks/listening.ts';
import { MEMBER_STREAMS } from '../contract/values.ts';
import { send } from './call.ts';
import { onCleanup } from './cleanup.ts';
import { buildStation, confirmAddress } from './factories.ts';
import type { Documented } from './documented-api.ts';
import { UNKNOWN_ID } from './library-track-recipes.ts';
import type { Recipe, World } from './recipe.ts';

const GOOD = { url: 'http://127.0.0.1:9009/hooks', events: ['station.silent'] };
const PRIVATE = { ...GOOD, url: 'http://10.0.0.1/' };

const idOf = ({ body }: Documented) => String(Object(body).id);

/** The recipes of either set of calls: a member's, or the operator's. */
function recipesOf(calls: typeof MY_WEBHOOKS | typeof OPERATOR_WEBHOOKS): Record<string, Recipe> {
  const askerOf = ({ member, admin }: World) =>
    (calls.list.access === 'admin' ? admin : member).access_token;

  /** Our server sends for members whose address is confirmed and who have a station. */
  async function asUnknown(world: World, use: () => Promise<unknown>): Promise<void> {
    if (calls.list.access === 'admin') return;
    const { db } = world.app.services;
    const user_id = world.member.id;
    await db('radio_stations').where({ user_id }).delete();
    await use();
    await db('users').where({ id: user_id }).update({ email_confirmed_at: null });
    await use();
    await makeKnown(world);
  }

  async function makeKnown({ app, member }: World): Promise<void> {
    const { db } = app.services;
    await confirmAddress(db, member);
    if (!(await db('radio_stations').where({ user_id: member.id }).first('id'))) {
      await buildStation(db, { user_id: member.id });
    }
  }

  /** A new webhook, and one that is unknown. */
  async function withIds(world: World, use: (id: string, token: string) => Promise<unknown>) {
    await makeKnown(world);
    const token = askerOf(world);
    const made = await world.ask(calls.create, { token, body: GOOD });
    for (const id of [idOf(made), UNKNOWN_ID]) await use(id, token);
    return idOf(made);
  }

  return {
    async [calls.list.id](world) {
      const token = askerOf(world);
      await makeKnown(world);
      await world.ask(calls.create, { token, body: GOOD });
      await world.ask(calls.list, { token });
    },
    async [calls.create.id](world) {
      const token = askerOf(world);
      await makeKnown(world);
      await asUnknown(world, () => world.ask(calls.create, { token, body: GOOD }));
      await world.ask(calls.create, { token, body: PRIVATE });
      for (let made = 0; made <= MAX_WEBHOOKS; made += 1) {
        await world.ask(calls.create, { token, body: GOOD });
      }
    },
    async [calls.change.id](world) {
      await withIds(world, async (id, token) => {
        for (const body of [{ is_enabled: false }, { is_enabled: true, url: GOOD.url }, PRIVATE]) {
          await world.ask(calls.change, { token, params: { id }, body });
        }
        const body = { is_enabled: true };
        await asUnknown(world, () => world.ask(calls.change, { token, params: { id }, body }));
      });
    },
    async [calls.remove.id](world) {
      await withIds(world, (id, token) => world.ask(calls.remove, { token, params: { id } }));
    },
    async [calls.rotate.id](world) {
      await withIds(world, (id, token) => world.ask(calls.rotate, { token, params: { id } }));
    },
    async [calls.test.id](world) {
      const id = await withIds(world, (of, token) =>
        world.ask(calls.test, { token, params: { id: of } }),
      );
      const sent = { token: askerOf(world), params: { id } };
      await asUnknown(world, () => world.ask(calls.test, sent));
      await world.ask(calls.change, { ...sent, body: { is_enabled: false } });
      await world.ask(calls.test, sent);
    },
    async [calls.deliveries.id](world) {
      await withIds(world, async (id, token) => {
        await world.ask(calls.test, { token, params: { id } });
        await world.ask(calls.deliveries, { token, params: { id } });
        await world.ask(calls.deliveries, { token, params: { id }, query: { limit: '0' } });
      });
    },
    async [calls.resend.id](world) {
      const token = askerOf(world);
      await makeKnown(world);
      const made = idOf(await world.ask(calls.create, { token, body: GOOD }));
      const event_id = idOf(await world.ask(calls.test, { token, params: { id: made } }));
      for (const id of [made, UNKNOWN_ID]) {
        await world.ask(calls.resend, { token, params: { id, event_id } });
      }
      const sent = { token, params: { id: made, event_id } };
      await asUnknown(world, () => world.ask(calls.resend, sent));
      await world.ask(calls.change, { ...sent, body: { is_enabled: false } });
      await world.ask(calls.resend, sent);
    },
  };
}

/** Recipes of listening, and of sample events. */
const LISTENING_RECIPES: Record<string, Recipe> = {
  async [listenToMyWebhooks.id]({ app, member, ask }) {
    const token = member.access_token;
    await ask(listenToMyWebhooks, { token });
    await ask(listenToMyWebhooks, { token, query: { events: 'none' } });
    for (let open = 0; open < MEMBER_STREAMS.per_user; open += 1) {
      const answer = await send(app, listenToMyWebhooks, { token });
      onCleanup(async () => void (await answer.body?.cancel()));
    }
    await ask(listenToMyWebhooks, { token });
  },
  async [triggerMyWebhook.id](world) {
    const { app, member, ask } = world;
    const token = member.access_token;
    const sent = { token, body: { type: 'station.silent' } };
    await ask(triggerMyWebhook, { token, body: { type: 'none' } });
    await confirmAddress(app.services.db, member);
    await buildStation(app.services.db, { user_id: member.id });
    await ask(MY_WEBHOOKS.create, { token, body: GOOD });
    await ask(triggerMyWebhook, sent);
    await app.services.db('radio_stations').where({ user_id: member.id }).delete();
    await ask(triggerMyWebhook, sent);
    const unconfirmed = { email_confirmed_at: null };
    await app.services.db('users').where({ id: member.id }).update(unconfirmed);
    await ask(triggerMyWebhook, sent);
  },
};

/** Recipes of the calls about webhooks. */
export const WEBHOOK_RECIPES: Record<string, Recipe> = {
  ...recipesOf(MY_WEBHOOKS),
  ...recipesOf(OPERATOR_WEBHOOKS),
  ...LISTENING_RECIPES,
};
