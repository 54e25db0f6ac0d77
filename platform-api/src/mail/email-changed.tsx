/** @jsxRuntime automatic */
import { BRAND } from '../../contract/brand.ts';
import { Action, LetterLayout, Paragraph } from './letter-layout.tsx';
import type { Message } from './message.ts';

/** Tells a member, at the address left behind, where the account has moved to. */
export const emailChanged: Message<{ newEmail: string; publicUrl: string }> = {
  subject: () => `Your ${BRAND.name} account has a new address`,
  Body: ({ newEmail, publicUrl }) => (
    <LetterLayout
      preview="If that was you, you need do nothing."
      heading="Your account has a new address"
      why={`You get this mail because this was the address of your ${BRAND.name} account until now.`}
    >
      <Paragraph>
        From now on you sign in with <strong>{newEmail}</strong>, and our mails go there. If that
        was you, you need do nothing.
      </Paragraph>
      <Paragraph>
        If it wasn’t, please write to us at once: this address no longer opens the account, so only
        we can bring it back.
      </Paragraph>
      <Action href={`${publicUrl}/contact`} label="Write to Us" />
    </LetterLayout>
  ),
};
