import type { Knex } from 'knex';
import { z } from 'zod';
import { job, queueJob } from '../jobs/job.ts';
import type { Mailer } from './mailer.ts';
import { renderMessage, type Message, type RenderedMessage } from './message.ts';

/** The fields of a kind of mail, each with its zod type. */
type Fields = Readonly<Record<string, z.ZodType>>;

/** A mail on the queue, without its recipient. */
export interface MailContent {
  /** The name of its kind. */
  message: string;
  [field: string]: unknown;
}

/** A kind of mail: called with its fields, it gives the content to queue. */
export interface QueuedMail<Shape extends Fields> extends Message<
  { [Field in keyof Shape]: z.output<Shape[Field]> } & { publicUrl: string }
> {
  (about: keyof Shape extends never ? object : z.input<z.ZodObject<Shape>>): MailContent;
}

/** Renders the kinds of mail, by their names. The code that queues a mail has imported its kind. */
const writers = new Map<string, (fields: unknown, publicUrl: string) => Promise<RenderedMessage>>();

/**
 * Defines a mail in one statement, beside the feature that queues it.
 *
 * @param kind.name its name on the queue. A mail that is queued must outlive an upgrade, so it never changes
 * @param kind.payload its fields on the queue, without secrets; default: none
 */
export function mail<Shape extends Fields = Record<never, never>>(
  kind: { name: string; payload?: Shape } & Message<
    { [Field in keyof Shape]: z.output<Shape[Field]> } & { publicUrl: string }
  >,
): QueuedMail<Shape> {
  const { name, payload = {}, subject, Body } = kind;
  if (writers.has(name)) throw new Error(`There are two mails with the name ${name}`);
  const fields = z.object(payload);
  writers.set(name, (given, publicUrl) => {
    // TypeScript cannot see that an object of a generic shape is parsed to the output of its fields.
    const props = { ...fields.parse(given), publicUrl } as Parameters<typeof subject>[0];
    return renderMessage({ subject, Body }, props);
  });
  return Object.assign((about: object) => ({ ...about, message: name }), { subject, Body });
}

/** Renders and sends a queued mail. */
export const SEND_MAIL = job({
  name: 'send_mail',
  payload: z.looseObject({ message: z.string(), to: z.string() }),
  isMail: true,
  async run({ mailer, publicUrl }: { mailer: Mailer; publicUrl: string }, queued, { id }) {
    const write = writers.get(queued.message);
    if (!write) throw new Error(`This release has no mail with the name ${queued.message}`);
    const letter = await write(queued, publicUrl);
    await mailer.send({ ...letter, to: queued.to, id: `mail-${id}` });
  },
});

/** A mail on the queue. */
export type Mail = MailContent & { to: string };

/** Queues a mail. Given a transaction, the mail is sent if and only if the transaction commits. */
export async function queueMail(db: Knex, to: string, content: MailContent): Promise<void> {
  await queueJob(db, SEND_MAIL, { ...content, to });
}
