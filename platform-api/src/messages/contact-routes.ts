import Router from '@koa/router';
import type { Knex } from 'knex';
import * as calls from '../../contract/contact/calls.ts';
import { MIN_CONTACT_MS } from '../../contract/messages/values.ts';
import { limitedAddress } from '../http/client-address.ts';
import type { MountCall } from '../http/mount-call.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Logger } from '../process/log.ts';
import { storeMessage } from './contact-message.ts';

interface Deps {
  db: Knex;
  limits: RateLimits;
  log: Logger;
}

/** The contact form. */
export function contactRoutes(mountCall: MountCall, { db, limits, log }: Deps): Router {
  const router = new Router();

  mountCall(router, calls.sendContactMessage, async ({ body, address }) => {
    if (isFromBot(body)) {
      log.info('a message from a bot was dropped');
    } else {
      // Only messages that are sent count: a visitor who corrects a field uses up nothing.
      const from = limitedAddress(address);
      await limits.take('contact', `${body.email} ${from}`);
      await limits.take('contact_address', from);
      if ((await limits.countBeyond('contact_queue', 'everybody')) === 1) {
        log.error({ alarm: 'contact_queue' }, 'more messages than people write');
      }
      await storeMessage(db, body);
    }
    // Bots get the same answer as people, so that they learn nothing from it.
    return { success: true } as const;
  });

  return router;
}

/** Bots fill in the hidden field, or send the form at once. Without a time it may be a person's script. */
function isFromBot({ homepage = '', elapsed_ms = MIN_CONTACT_MS }: calls.ContactForm): boolean {
  return homepage !== '' || elapsed_ms < MIN_CONTACT_MS;
}
