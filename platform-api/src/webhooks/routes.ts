import Router from '@koa/router';
import { MY_WEBHOOKS, OPERATOR_WEBHOOKS } from '../../contract/webhooks.ts';
import type { MountCall } from '../http/mount-call.ts';
import { listDeliveries, resend, sendTest } from './deliveries.ts';
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

/** The same calls for members, about their own webhooks, and for admins, about the operator's. */
export function webhookRoutes(mountCall: MountCall, deps: WebhookDeps): Router {
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
      const { row, secret } = await createWebhook(deps, ownerOf(identity), body);
      return { ...presentWebhook(row, now()), secret };
    });

    mountCall(router, calls.change, async ({ identity, params, body }) =>
      presentWebhook(
        await changeWebhook(deps, ownerOf(identity), { id: params.id, change: body }),
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
      listDeliveries(db, ownerOf(identity), { ...params, ...query }),
    );

    mountCall(router, calls.resend, async ({ identity, params }) =>
      resend(db, ownerOf(identity), params),
    );
  }

  mount(MY_WEBHOOKS, ({ user }) => user.id);
  mount(OPERATOR_WEBHOOKS, () => null);
  return router;
}
