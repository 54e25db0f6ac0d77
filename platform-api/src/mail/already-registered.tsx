/** @jsxRuntime automatic */
import { BRAND } from '../../contract/brand.ts';
import { Action, LetterLayout, Paragraph, SmallPrint } from './letter-layout.tsx';
import type { Message } from './message.ts';

/** Tells the owner of an account that somebody tried to make another one, or move one, to its address. */
export const alreadyRegistered: Message<{ publicUrl: string }> = {
  subject: () => `You have a ${BRAND.name} account already`,
  Body: ({ publicUrl }) => (
    <LetterLayout
      preview="You can simply sign in."
      heading="You have an account already"
      why={`You get this mail because somebody gave your address to ${BRAND.name}.`}
    >
      <Paragraph>
        Somebody just wanted to use this address for an account. It has one already: if it was you,
        simply sign in.
      </Paragraph>
      <Paragraph>
        Forgotten your password? Choose ‘Forgot password’ on the same page, and we send you a link.
      </Paragraph>
      <Action href={`${publicUrl}/auth`} label="Sign In" />
      <SmallPrint>It wasn’t you? You need do nothing: your account is as it was.</SmallPrint>
    </LetterLayout>
  ),
};
