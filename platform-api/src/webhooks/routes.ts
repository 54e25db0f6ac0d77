import Router from '@koa/router';
import { readScopesOf } from '../../contract/call.ts';
import {
  WEBHOOK_EVENT_PARTS,
  WEBHOOK_EVENTS,
  type WebhookEvent,
  type WebhookEventType,
} from '../../contract/webhooks/values.ts';
import { type ApiKeyScope } from '../../contract/accounts/values.ts';
import { MY_WEBHOOKS, OPERATOR_WEBHOOKS } from '../../contract/webhooks/calls.ts';
import { listenToMyWebhooks, triggerMyWebhook } from '../../contract/webhooks/listening.ts';
import type { SessionWatch } from '../accounts/session-watch.ts';
import { limitedAddress } from '../http/client-address.ts';
import { ANSWERED, requireScopes, type MountCall } from '../http/mount-call.ts';
import { listDeliveries, resend, sendSample, sendTest } from './deliveries.ts';
import type { WebhookStreams } from './streams.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  presentWebhook,
  rotateSecret,
  type Owner,
  type WebhookDeps,
} from './endpoints.ts';

/** The scopes of the caller: a session has all of them. */
interface Asker {
  scopes: readonly ApiKeyScope[];
}

/** An event tells what a call of its part would. @throws `insufficient_scope` */
const requireReadable = (asker: Asker, events: readonly WebhookEvent[]): void =>
  requireScopes(
    asker,
    events.map((event) => readScopesOf(WEBHOOK_EVENT_PARTS[event])),
  );

/** The types of events that the log may show. */
const readableTypes = ({ scopes }: Asker): WebhookEventType[] => [
  'webhook.test',
  ...WEBHOOK_EVENTS.filter((event) =>
    readScopesOf(WEBHOOK_EVENT_PARTS[event]).some((scope) => scopes.includes(scope)),
  ),
];

/** The same calls for members, about their own webhooks, and for admins, about the operator's. */
export function webhookRoutes(
  mountCall: MountCall,
  deps: WebhookDeps & { streams: WebhookStreams; sessionWatch: SessionWatch },
): Router {
  const router = new Router();
  const { db, now } = deps;

  function mount(
    calls: typeof MY_WEBHOOKS | typeof OPERATOR_WEBHOOKS,
    ownerOf: (identity: { user: { id: string } }) => Owner,
  ): void {
    mountCall(router, calls.list, async ({ identity }) => ({
      data: (await listWebhooks(db, ownerOf(identity))).map((row) => presentWebhook(row, now())),
      has_more: false,
      next_cursor: null,
    }));

    mountCall(router, calls.create, async ({ identity, body }) => {
      requireReadable(identity, body.events);
      const { row, secret } = await createWebhook(deps, ownerOf(identity), body);
      return { ...presentWebhook(row, now()), secret };
    });

    mountCall(router, calls.change, async ({ identity, params, body }) =>
      presentWebhook(
        await changeWebhook(deps, ownerOf(identity), {
          id: params.id,
          change: body,
          requireReadable: (events) => requireReadable(identity, events),
        }),
        now(),
      ),
    );

    mountCall(router, calls.remove, async ({ identity, params }) => {
      await deleteWebhook(db, ownerOf(identity), params.id);
      return undefined;
    });

    mountCall(router, calls.rotate, async ({ identity, params }) => {
      const { row, secret } = await rotateSecret(deps, ownerOf(identity), params.id);
      return { ...presentWebhook(row, now()), secret };
    });

    mountCall(router, calls.test, async ({ identity, params }) =>
      sendTest(db, ownerOf(identity), params.id),
    );

    mountCall(router, calls.deliveries, async ({ identity, params, query }) =>
      listDeliveries(db, ownerOf(identity), {
        ...params,
        ...query,
        types: readableTypes(identity),
      }),
    );

    mountCall(router, calls.resend, async ({ identity, params }) =>
      resend(db, ownerOf(identity), { ...params, types: readableTypes(identity) }),
    );
  }

  mount(MY_WEBHOOKS, ({ user }) => user.id);
  mount(OPERATOR_WEBHOOKS, () => null);

  mountCall(router, listenToMyWebhooks, async ({ ctx, identity, address, query }) => {
    const asked = query.events ?? readableTypes(identity);
    requireReadable(
      identity,
      asked.filter((type) => type !== 'webhook.test'),
    );
    const from = {
      userId: identity.user.id,
      keyId: identity.key_id ?? identity.user.id,
      address: limitedAddress(address),
      types: asked,
      onlyTests: identity.is_test,
    };
    await deps.streams.open(from, ctx.req, ctx.res);
    deps.sessionWatch.endWith(identity, ctx.req.socket);
    ctx.respond = false;
    return ANSWERED;
  });

  mountCall(router, triggerMyWebhook, async ({ identity, body }) =>
    sendSample(db, identity.user.id, { type: body.type, isTestKey: identity.is_test }),
  );
  return router;
}
