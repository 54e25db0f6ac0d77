import Router from '@koa/router';
import type { Knex } from 'knex';
import { sendContactMessage, type ContactForm } from '../../contract/contact.ts';
import { MIN_CONTACT_MS } from '../../contract/limits.ts';
import type { MountCall } from '../http/mount-call.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Logger } from '../log.ts';
import { keepMessage } from './keep-message.ts';

/** The answer to everybody: a robot learns nothing from it. */
const TAKEN = { success: true } as const;

/** The contact form. */
export function contactRoutes(
  mountCall: MountCall,
  { db, limits, log }: { db: Knex; limits: RateLimits; log: Logger },
): Router {
  const router = new Router();

  async function receive(form: ContactForm): Promise<void> {
    if (!(await limits.hasRoom('contact_queue', 'everybody'))) {
      log.error({ alarm: 'contact_queue' }, 'more messages than people write');
    }
    await keepMessage(db, form);
  }

  mountCall(router, sendContactMessage, async ({ body }) => {
    if (isRobots(body)) log.info('a message of a robot was thrown away');
    else await receive(body);
    return TAKEN;
  });

  return router;
}

/** A robot fills in what nobody sees, and needs no time. A script that tells no time may be a person's. */
function isRobots({ homepage = '', elapsed_ms = MIN_CONTACT_MS }: ContactForm): boolean {
  return homepage !== '' || elapsed_ms < MIN_CONTACT_MS;
}
