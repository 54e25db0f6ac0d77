/** @jsxRuntime automatic */
import { BRAND } from '../../contract/brand.ts';
import { Action, LetterLayout, Paragraph, SmallPrint } from './letter-layout.tsx';
import type { Message } from './message.ts';

/** Tells a member that the password is another one now. */
export const passwordChanged: Message<{ publicUrl: string }> = {
  subject: () => `Your ${BRAND.name} password was changed`,
  Body: ({ publicUrl }) => (
    <LetterLayout
      preview="If that was you, you need do nothing."
      heading="Your password was changed"
      why={`You get this mail because it concerns the safety of your ${BRAND.name} account.`}
    >
      <Paragraph>
        The password of your account was changed just now. If that was you, you need do nothing.
      </Paragraph>
      <Paragraph>
        If it wasn’t, somebody else may be in your account. Go to the sign-in page, choose ‘Forgot
        password’ and set a new one: that signs everybody out.
      </Paragraph>
      <Action href={`${publicUrl}/auth`} label="Go to the Sign-in Page" />
      <SmallPrint>We never ask for your password, by mail or by phone.</SmallPrint>
    </LetterLayout>
  ),
};
