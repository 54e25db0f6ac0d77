/** @jsxRuntime automatic */
import { BRAND } from '../../contract/site/brand.ts';
import { CODE_SECONDS, LINK_SECONDS } from '../../contract/accounts/values.ts';
import { lifetime } from '../mail/format.ts';
import { Action, Code, LetterLayout, Paragraph, SmallPrint } from '../mail/letter-layout.tsx';
import type { CodeAndLink, Message } from '../mail/message.ts';

/** Signs a user in by code. The code is not in the subject, because subjects end up in logs. */
export const signInCode: Message<CodeAndLink> = {
  subject: () => `Your sign-in code for ${BRAND.name}`,
  Body: ({ code, link }) => (
    <LetterLayout
      preview={`${code} signs you in. It works for ${lifetime(CODE_SECONDS)}.`}
      heading="Your sign-in code"
      why={`You get this email because someone asked ${BRAND.name} for a code for your address.`}
    >
      <Paragraph>Enter this code on the page where you asked for it.</Paragraph>
      <Code>{code}</Code>
      <Action href={link} label="Sign in" />
      <SmallPrint>The code and the link work once, for {lifetime(CODE_SECONDS)}.</SmallPrint>
      <SmallPrint>
        If you didn’t ask for it, there is nothing to do: no one can sign in without it. Please
        don’t share it with anyone, not even with us.
      </SmallPrint>
    </LetterLayout>
  ),
};

/** Confirms the address of a sign-up, or one that an admin has entered. */
export const confirmEmail: Message<CodeAndLink> = {
  subject: () => `Confirm your address for ${BRAND.name}`,
  Body: ({ code, link }) => (
    <LetterLayout
      preview="One click, and your account is ready."
      heading="Is this your address?"
      why={`You get this email because an account at ${BRAND.name} has your address.`}
    >
      <Paragraph>
        Please confirm your address, so that everything we write about your station reaches you.
      </Paragraph>
      <Action href={link} label="Confirm my address" />
      <Paragraph>If a page asks you for a code, enter this one.</Paragraph>
      <Code>{code}</Code>
      <SmallPrint>
        The link works for {lifetime(LINK_SECONDS.signup)} and the code for {lifetime(CODE_SECONDS)}
        . You can use one of them, once. Open the link where you signed up: elsewhere, we ask for a
        new password to keep your account safe.
      </SmallPrint>
      <SmallPrint>
        If it wasn’t you, someone mistyped their address. Ignore this email, and your address stays
        unconfirmed.
      </SmallPrint>
    </LetterLayout>
  ),
};

/** Confirms a user's new address. Sent to the new address. */
export const confirmNewEmail: Message<CodeAndLink> = {
  subject: () => `Confirm your new address for ${BRAND.name}`,
  Body: ({ code, link }) => (
    <LetterLayout
      preview="Confirm it, and your account uses this address."
      heading="Use this address for your account?"
      why={`You get this email because a member of ${BRAND.name} entered this as their new address.`}
    >
      <Paragraph>
        You asked to sign in with this address from now on. Please confirm it. Until then, your
        account keeps the old address. We ask you to sign in first.
      </Paragraph>
      <Action href={link} label="Use this address" />
      <Paragraph>If a page asks you for a code, enter this one.</Paragraph>
      <Code>{code}</Code>
      <SmallPrint>
        The link works for {lifetime(LINK_SECONDS.email_change)} and the code for{' '}
        {lifetime(CODE_SECONDS)}. You can use one of them, once.
      </SmallPrint>
      <SmallPrint>If you didn’t ask for this, ignore this email, and nothing changes.</SmallPrint>
    </LetterLayout>
  ),
};

/** Lets a user who forgot their password choose a new one. */
export const resetPassword: Message<{ link: string }> = {
  subject: () => `Choose a new password for ${BRAND.name}`,
  Body: ({ link }) => (
    <LetterLayout
      preview={`The link works once, for ${lifetime(LINK_SECONDS.recovery)}.`}
      heading="Choose a new password"
      why={`You get this email because someone asked ${BRAND.name} to reset the password for your address.`}
    >
      <Paragraph>
        It happens to all of us. Open the link and choose a new password. This signs you out
        everywhere, so you will need to sign in again.
      </Paragraph>
      <Action href={link} label="Choose a new password" />
      <SmallPrint>The link works once, for {lifetime(LINK_SECONDS.recovery)}.</SmallPrint>
      <SmallPrint>
        If you didn’t ask for this, ignore this email, and your password does not change.
      </SmallPrint>
    </LetterLayout>
  ),
};
