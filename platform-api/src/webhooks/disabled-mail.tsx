/** @jsxRuntime automatic */
import { z } from 'zod';
import { BRAND } from '../../contract/site/brand.ts';
import { WEBHOOK_DAYS } from '../../contract/webhooks/values.ts';
import { Action, LetterLayout, Paragraph, Words } from '../mail/letter-layout.tsx';
import { mail } from '../mail/send-mail.ts';

/** Without what may be a key, and without what mail programs turn into a link. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** Tells the owner of a webhook that it gets nothing any more. */
export const webhookDisabled = mail({
  name: 'webhook-disabled',
  payload: {
    /** Untrusted text, as its owner typed it. */
    url: z.string(),
    because: z.enum(['failing', 'gone']),
  },
  subject: () => `A webhook of your ${BRAND.name} account was disabled`,
  Body: ({ url, because, publicUrl }) => (
    <LetterLayout
      preview="It gets no events until it is enabled again."
      heading="A webhook was disabled"
      why={`You get this email because your ${BRAND.name} account has a webhook.`}
    >
      <Paragraph>
        {because === 'gone'
          ? 'This address answered that it is gone (HTTP status 410), so we stopped sending events to it:'
          : `We could not deliver any event to this address for ${WEBHOOK_DAYS} days, so we stopped trying:`}
      </Paragraph>
      <Words>{[placeOf(url)]}</Words>
      <Paragraph>
        The log of its deliveries says what it answered. Once it works again, enable the webhook.
        Deliveries that failed can be sent again from the log.
      </Paragraph>
      <Action href={`${publicUrl}/docs/webhooks`} label="Read about webhooks" />
    </LetterLayout>
  ),
});
