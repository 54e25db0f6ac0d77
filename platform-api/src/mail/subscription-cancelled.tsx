/** @jsxRuntime automatic */
import { BRAND } from '../../contract/brand.ts';
import { Action, LetterLayout, Paragraph, SmallPrint } from './letter-layout.tsx';
import { longDate } from './long-date.ts';
import type { Message } from './message.ts';

/** Confirms a cancellation and says when it takes effect. */
export const subscriptionCancelled: Message<{ endsAt: string; publicUrl: string }> = {
  subject: () => `Your ${BRAND.name} subscription is cancelled`,
  Body: ({ endsAt, publicUrl }) => (
    <LetterLayout
      preview={`It ends on ${longDate(endsAt)}.`}
      heading="Your subscription is cancelled"
      why={`You get this mail because you have a subscription with ${BRAND.name}.`}
    >
      <Paragraph>
        We are sorry to see you go. Your subscription ends on <strong>{longDate(endsAt)}</strong>;
        until then everything stays as it is.
      </Paragraph>
      <Paragraph>
        Changed your mind? Open your dashboard before that day, choose ‘Manage Subscription’ and
        take the cancellation back.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Go to Your Dashboard" />
      <SmallPrint>You didn’t cancel? Then please write to us.</SmallPrint>
    </LetterLayout>
  ),
};
