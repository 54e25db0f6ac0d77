/** @jsxRuntime automatic */
import { BRAND } from '../../contract/site/brand.ts';
import { asLine, DATE_AND_TIME } from '../mail/format.ts';
import { LetterLayout, SmallPrint, Words } from '../mail/letter-layout.tsx';
import type { Message } from '../mail/message.ts';

/** A visitor's message. Everything except the time is untrusted text. */
interface ContactProps {
  name: string;
  email: string;
  company: string | null;
  subject: string;
  message: string;
  created_at: Date;
}

/** Sends the operator a message from the contact form. Its subject can be as long as the visitor's. */
export const contactMessage: Message<ContactProps> = {
  subject: ({ subject }) => `Contact form: ${asLine(subject)}`,
  Body: ({ name, email, company, subject, message, created_at }) => (
    <LetterLayout
      preview={`From ${asLine(name)}`}
      heading="A message from the contact form"
      why={`You get this email because the contact form of ${BRAND.name} sends to your address.`}
    >
      <SmallPrint>Written on {DATE_AND_TIME.format(created_at)} UTC.</SmallPrint>
      <Words>
        {[
          `From: ${asLine(name)} <${email}>`,
          ...(company === null ? [] : [`Company: ${asLine(company)}`]),
          `Subject: ${asLine(subject)}`,
        ]}
      </Words>
      <Words>{message.split(/\r\n|[\n\r\u2028\u2029]/)}</Words>
      <SmallPrint>
        Replies to this email go to {email}. This address has not been confirmed.
      </SmallPrint>
    </LetterLayout>
  ),
};
