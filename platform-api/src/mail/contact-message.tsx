/** @jsxRuntime automatic */
import { BRAND } from '../../contract/brand.ts';
import { asLine } from './as-line.ts';
import { LetterLayout, SmallPrint, Words } from './letter-layout.tsx';
import type { Message } from './message.ts';

/** What a visitor wrote, and when. All of it but the time is theirs: text that may say anything. */
interface Props {
  name: string;
  email: string;
  company: string | null;
  subject: string;
  message: string;
  created_at: Date;
}

const WHEN = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Brings the operator a message from the contact form. Its subject may be as long as the visitor's. */
export const contactMessage: Message<Props> = {
  subject: ({ subject }) => `Contact form: ${asLine(subject)}`,
  Body: ({ name, email, company, subject, message, created_at }) => (
    <LetterLayout
      preview={`From ${asLine(name)}`}
      heading="A message from the contact form"
      why={`You get this mail because the contact form of ${BRAND.name} sends to your address.`}
    >
      <SmallPrint>Written on {WHEN.format(created_at)} UTC.</SmallPrint>
      <Words>
        {[
          `From: ${asLine(name)} <${email}>`,
          ...(company === null ? [] : [`Company: ${asLine(company)}`]),
          `Subject: ${asLine(subject)}`,
        ]}
      </Words>
      <Words>{message.split(/\r\n|[\n\r\u2028\u2029]/)}</Words>
      <SmallPrint>
        A reply to this mail goes to {email}. Nobody has confirmed yet that this address is theirs.
      </SmallPrint>
    </LetterLayout>
  ),
};
