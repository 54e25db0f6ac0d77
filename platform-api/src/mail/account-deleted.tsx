/** @jsxRuntime automatic */
import { BRAND } from '../../contract/brand.ts';
import { Action, LetterLayout, Paragraph } from './letter-layout.tsx';
import type { Message } from './message.ts';

/** The last mail to somebody who has left. */
export const accountDeleted: Message<{ publicUrl: string }> = {
  subject: () => `Your ${BRAND.name} account is deleted`,
  Body: ({ publicUrl }) => (
    <LetterLayout
      preview="Nothing more will be charged, and you need do nothing."
      heading="Your account is deleted"
      why={`You get this mail because this was the address of your ${BRAND.name} account. It is the last one.`}
    >
      <Paragraph>
        Your account, your station and your files are deleted. If you had a subscription, it has
        ended, and nothing more will be charged. Invoices stay with our payment provider, as the law
        wants.
      </Paragraph>
      <Paragraph>
        Thank you for having been with us. If you didn’t expect this, write to us.
      </Paragraph>
      <Action href={`${publicUrl}/contact`} label="Write to Us" />
    </LetterLayout>
  ),
};
