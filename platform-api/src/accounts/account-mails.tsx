/** @jsxRuntime automatic */
import { z } from 'zod';
import { BRAND } from '../../contract/site/brand.ts';
import { Action, LetterLayout, Paragraph, SmallPrint } from '../mail/letter-layout.tsx';
import { mail } from '../mail/send-mail.ts';

/** Tells a user that someone tried to use their address for another account. */
export const alreadyRegistered = mail({
  name: 'already-registered',
  subject: () => `You already have a ${BRAND.name} account`,
  Body: ({ publicUrl }) => (
    <LetterLayout
      preview="You can simply sign in."
      heading="You already have an account"
      why={`You get this email because someone entered your address at ${BRAND.name}.`}
    >
      <Paragraph>
        Someone has just tried to use this address for an account. It already has one. If this was
        you, simply sign in.
      </Paragraph>
      <Paragraph>
        Forgotten your password? Choose ‘Forgot password’ on the same page, and we will send you a
        link.
      </Paragraph>
      <Action href={`${publicUrl}/auth`} label="Sign in" />
      <SmallPrint>
        If it wasn’t you, there is nothing to do. Your account has not changed.
      </SmallPrint>
    </LetterLayout>
  ),
});

/** Tells a user that their password was changed. */
export const passwordChanged = mail({
  name: 'password-changed',
  subject: () => `Your ${BRAND.name} password was changed`,
  Body: ({ publicUrl }) => (
    <LetterLayout
      preview="If this was you, there is nothing to do."
      heading="Your password was changed"
      why={`You get this email because it concerns the security of your ${BRAND.name} account.`}
    >
      <Paragraph>
        The password of your account has just been changed. If this was you, there is nothing to do.
      </Paragraph>
      <Paragraph>
        If it wasn’t you, someone else may have access to your account. Go to the sign-in page,
        choose ‘Forgot password’ and set a new one. This signs out all devices.
      </Paragraph>
      <Action href={`${publicUrl}/auth`} label="Go to the sign-in page" />
      <SmallPrint>We never ask for your password by email or phone.</SmallPrint>
    </LetterLayout>
  ),
});

/** Tells a user that an API key was created. The key's name is left out: its maker chooses it. */
export const apiKeyCreated = mail({
  name: 'api-key-created',
  payload: { prefix: z.string() },
  subject: () => `A new API key for your ${BRAND.name} account`,
  Body: ({ prefix, publicUrl }) => (
    <LetterLayout
      preview="If this was you, there is nothing to do."
      heading="A new API key"
      why={`You get this email because it concerns the security of your ${BRAND.name} account.`}
    >
      <Paragraph>
        An API key that begins with <strong>{prefix}</strong> has just been created. Programs can
        use your account with it. If this was you, there is nothing to do.
      </Paragraph>
      <Paragraph>
        If it wasn’t you, someone else may have access to your account. Go to the sign-in page,
        choose ‘Forgot password’ and set a new one. This ends all API keys and signs out all
        devices.
      </Paragraph>
      <Action href={`${publicUrl}/auth`} label="Go to the sign-in page" />
      <SmallPrint>We never ask for your password by email or phone.</SmallPrint>
    </LetterLayout>
  ),
});

/** Tells a user that we have revoked one of their API keys. */
export const apiKeyRevoked = mail({
  name: 'api-key-revoked',
  payload: { prefix: z.string() },
  subject: () => `An API key of your ${BRAND.name} account was revoked`,
  Body: ({ prefix, publicUrl }) => (
    <LetterLayout
      preview="Programs that use it have stopped working."
      heading="An API key was revoked"
      why={`You get this email because it concerns the security of your ${BRAND.name} account.`}
    >
      <Paragraph>
        Our team has revoked your API key that begins with <strong>{prefix}</strong>, because others
        may know it. Programs that use it have stopped working.
      </Paragraph>
      <Paragraph>
        Create a new key in your account settings and give it to your programs. Keep it out of web
        pages and of code that others can read.
      </Paragraph>
      <Action href={`${publicUrl}/members/account`} label="Open account settings" />
      <SmallPrint>Answer this email if you have questions about it.</SmallPrint>
    </LetterLayout>
  ),
});

const FACTOR_NEWS = {
  added: {
    heading: 'Your authenticator app is on',
    text: 'An authenticator app was added to your account. From now on, signing in with your password also asks for a second factor.',
  },
  app_removed: {
    heading: 'Your authenticator app was removed',
    text: 'The authenticator app was removed from your account. Your passkeys and recovery codes still work.',
  },
  passkey_added: {
    heading: 'You have a new passkey',
    text: 'A passkey was added to your account. It signs in without your password, and signing in with your password asks for a second factor.',
  },
  passkey_removed: {
    heading: 'A passkey was removed',
    text: 'A passkey was removed from your account and no longer signs in. Your other second factors still work.',
  },
  removed: {
    heading: 'Your second factor was removed',
    text: 'Your account has no second factor any more, and no recovery codes. Signing in needs only your password.',
  },
  recovery_code_used: {
    heading: 'A recovery code was used',
    text: 'One of your recovery codes was used in place of your second factor. It can’t be used again.',
  },
};

/** An event of a second factor that its owner is told by mail. */
export type SecondFactorNews = keyof typeof FACTOR_NEWS;

/** Tells a user what happened to their second factor. */
export const secondFactorNews = mail({
  name: 'second-factor',
  payload: { news: z.enum(Object.keys(FACTOR_NEWS) as SecondFactorNews[]) },
  subject: ({ news }) => `${FACTOR_NEWS[news].heading} – ${BRAND.name}`,
  Body: ({ news, publicUrl }) => (
    <LetterLayout
      preview="If this was you, there is nothing to do."
      heading={FACTOR_NEWS[news].heading}
      why={`You get this email because it concerns the security of your ${BRAND.name} account.`}
    >
      <Paragraph>{FACTOR_NEWS[news].text} If this was you, there is nothing to do.</Paragraph>
      <Paragraph>
        If it wasn’t you, someone else may have access to your account. Go to the sign-in page,
        choose ‘Forgot password’ and set a new one. This signs out all devices, and no passkey works
        without the new password. Then remove in your account settings what you don’t know.
      </Paragraph>
      <Action href={`${publicUrl}/auth`} label="Go to the sign-in page" />
      <SmallPrint>We never ask for your codes by email or phone.</SmallPrint>
    </LetterLayout>
  ),
});

/** Tells a user at their old address that the account has a new one. */
export const emailChanged = mail({
  name: 'email-changed',
  payload: { new_email: z.string() },
  subject: () => `Your ${BRAND.name} account has a new address`,
  Body: ({ new_email, publicUrl }) => (
    <LetterLayout
      preview="If this was you, there is nothing to do."
      heading="Your account has a new address"
      why={`You get this email because this was the address of your ${BRAND.name} account until now.`}
    >
      <Paragraph>
        From now on, sign in with <strong>{new_email}</strong>. We will send our emails there too.
        If this was you, there is nothing to do.
      </Paragraph>
      <Paragraph>
        If it wasn’t you, please contact us at once. This address can no longer open the account, so
        only we can restore it.
      </Paragraph>
      <Action href={`${publicUrl}/contact`} label="Contact us" />
    </LetterLayout>
  ),
});

/** The last mail to a user whose account was deleted. */
export const accountDeleted = mail({
  name: 'account-deleted',
  subject: () => `Your ${BRAND.name} account is deleted`,
  Body: ({ publicUrl }) => (
    <LetterLayout
      preview="You will not be charged again, and there is nothing to do."
      heading="Your account is deleted"
      why={`You get this email because this was the address of your ${BRAND.name} account. It is our last one.`}
    >
      <Paragraph>
        Your account, your station and your files are deleted. If you had a subscription, it has
        ended, and you will not be charged again. The law requires our payment provider to keep your
        invoices.
      </Paragraph>
      <Paragraph>
        Thank you for being with us. If you didn’t expect this, please contact us.
      </Paragraph>
      <Action href={`${publicUrl}/contact`} label="Contact us" />
    </LetterLayout>
  ),
});
