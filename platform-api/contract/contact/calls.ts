import { z } from 'zod';
import { call } from '../call.ts';
import { email, optionalLine, requiredLine } from '../fields.ts';
import { MAX_MESSAGE_LENGTH, MIN_CONTACT_MS } from '../messages/values.ts';
import { MAX_URL_LENGTH } from '../values.ts';

export const sendContactMessage = call({
  id: 'sendContactMessage',
  method: 'post',
  path: '/v1/contact',
  access: 'public',
  summary: 'Write to the operator',
  description:
    'Sends a message from the contact form. It is stored and mailed to the operator, whose reply goes to ' +
    'the given address. Messages from bots get the same answer and are dropped.',
  body: z.strictObject({
    name: requiredLine('Please enter your name.').meta({ example: 'Ada Byron' }),
    email,
    company: optionalLine.meta({ example: 'The Counting House' }),
    subject: requiredLine('Please enter a subject.').meta({ example: 'Music for three cafés' }),
    message: z
      .string('Please write a message.')
      .trim()
      .min(1, 'Please write a message.')
      .max(MAX_MESSAGE_LENGTH, 'Please use fewer characters.')
      .meta({ example: 'We open our third café in May. Can all of them play one station?' }),
    homepage: z.string().max(MAX_URL_LENGTH, 'Please use a shorter address.').optional().meta({
      description:
        'Leave it empty. Forms hide this field from people, so that only bots fill it in.',
      example: '',
    }),
    elapsed_ms: z
      .int()
      .min(0)
      .optional()
      .meta({
        description: `How long the form was open, in ms. People need more than ${MIN_CONTACT_MS} ms.`,
        example: 48_000,
      }),
  }),
  body_examples: {
    'a question': {
      name: 'Ada Byron',
      email: 'ada@example.com',
      company: 'The Counting House',
      subject: 'Music for three cafés',
      message: 'We open our third café in May. Can all of them play one station?',
    },
    'as the form sends it': {
      name: 'Grace Hopper',
      email: 'grace@example.com',
      subject: 'Opening hours',
      message: 'Can the music stop at night?\n\nAnd start again at seven?',
      homepage: '',
      elapsed_ms: 48_000,
    },
  },
  response: z.object({ success: z.literal(true) }),
  status: 202,
  idempotent: true,
  limits: ['contact_form', 'contact', 'contact_address', 'contact_queue'],
  errors: [],
});

/** A validated message. */
export type ContactForm = z.output<typeof sendContactMessage.body>;
