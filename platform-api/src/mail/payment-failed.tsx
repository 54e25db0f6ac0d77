/** @jsxRuntime automatic */
import { BRAND } from '../../contract/brand.ts';
import { Action, LetterLayout, Paragraph, SmallPrint } from './letter-layout.tsx';
import { longDate } from './long-date.ts';
import type { Message } from './message.ts';

/** Tells a member that a payment failed, until when the station plays on, and what to do. */
export const paymentFailed: Message<{ offAirAt: string; publicUrl: string }> = {
  subject: () => `Your payment to ${BRAND.name} didn’t go through`,
  Body: ({ offAirAt, publicUrl }) => (
    <LetterLayout
      preview={`Your station stays on air until ${longDate(offAirAt)}.`}
      heading="Your payment didn’t go through"
      why={`You get this mail because you have a subscription with ${BRAND.name}.`}
    >
      <Paragraph>
        We could not collect the payment for your station. That happens: a card expires, or a bank
        says no.
      </Paragraph>
      <Paragraph>
        Your station stays on air until <strong>{longDate(offAirAt)}</strong>. Please open your
        dashboard before then, choose ‘Manage Subscription’ and check your card.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Go to Your Dashboard" />
      <SmallPrint>Paid in the meantime? Then you need do nothing.</SmallPrint>
    </LetterLayout>
  ),
};
