import type { Feature } from '../feature.ts';
import { mailboxRoutes } from './mailbox-routes.tsx';
import type { Mailbox } from './mailbox.ts';
import type { Mailer } from './mailer.ts';
import { SEND_MAIL } from './send-mail.ts';

/** Sends the queued mails, and shows the mailbox of development. */
export const mailFeature = (services: {
  mailer: Mailer;
  mailbox: Mailbox | null;
  publicUrl: string;
}): Feature => ({
  routers: () => (services.mailbox ? [mailboxRoutes(services.mailbox)] : []),
  tasks: [SEND_MAIL.taskWith(services)],
});
