/** @jsxRuntime automatic */
import { BRAND } from '../../contract/brand.ts';
import { Action, LetterLayout, Paragraph, SmallPrint } from './letter-layout.tsx';
import { longDate } from './long-date.ts';
import type { Message } from './message.ts';

/** Tells a member that the subscription is over, and until when the station plays on. */
export const subscriptionEnded: Message<{ offAirAt: string; publicUrl: string }> = {
  subject: () => `Your ${BRAND.name} subscription has ended`,
  Body: ({ offAirAt, publicUrl }) => (
    <LetterLayout
      preview={`Your station goes off air on ${longDate(offAirAt)}.`}
      heading="Your subscription has ended"
      why={`You get this mail because you had a subscription with ${BRAND.name}.`}
    >
      <Paragraph>
        Nothing more will be charged. Your station goes off air on{' '}
        <strong>{longDate(offAirAt)}</strong>.
      </Paragraph>
      <Paragraph>
        Would you like to keep it? Everything about it is still here. Open your dashboard, or simply
        answer this mail.
      </Paragraph>
      <Action href={`${publicUrl}/members`} label="Go to Your Dashboard" />
      <SmallPrint>Your invoices stay on your dashboard.</SmallPrint>
    </LetterLayout>
  ),
};
