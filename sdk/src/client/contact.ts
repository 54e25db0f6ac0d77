import { once, type ActOptions, type Ask } from './ask.ts';
import type { SendContactMessageData, SendContactMessageResponse } from './generated/types.gen.ts';

/** Words to the operator; open to anybody. */
export function contactRoom(ask: Ask) {
  return {
    /**
     * Sends a message. `homepage` is for a field that people don't see: a message that fills it in, or
     * whose `elapsed_ms` is too short for a person, goes nowhere.
     *
     * @throws RequestFailed `validation_failed`, with `errors` by field; `rate_limited`
     * @example await client.contact.send({ name, email, subject, message });
     */
    send: (message: SendContactMessageData['body'], options?: ActOptions) =>
      ask<SendContactMessageResponse>('POST', '/v1/contact', {
        ...once(options),
        body: message,
      }),
  };
}
