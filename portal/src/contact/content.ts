import { BRAND, COMPANY } from '@stationhouse/platform-api/contract/site/brand';
import { CONTACT_REPLY_HOURS } from '@stationhouse/platform-api/contract/stations/values';
import type { PageHead } from '../ui/Head.tsx';

interface Field {
  label: string;
  placeholder: string;
}

interface ContactContent extends PageHead {
  heading: string;
  lead: string;
  fields: Record<'name' | 'email' | 'company' | 'subject' | 'message', Field>;
  /** Follows the label of an optional field. */
  optional: string;
  button: { idle: string; busy: string };
  /** The texts of specification §8. */
  success: { title: string; text: string };
  failure: string;
  /** Above the limit; when it ends is added. */
  tooMany: { title: string; text: string };
  privacy: string;
  direct: { heading: string; text: string; email: string; address: readonly string[] };
}

export const contact: ContactContent = {
  title: 'Contact us',
  description: `Ask about a station, a trial or a package for many branches. Write to ${BRAND.name} in London: a person replies within ${CONTACT_REPLY_HOURS} hours.`,
  heading: 'Talk to a person',
  lead: `Tell us about your place and how it should sound, or ask anything. We reply within ${CONTACT_REPLY_HOURS} hours.`,
  fields: {
    name: { label: 'Name', placeholder: 'Ada Marlow' },
    email: { label: 'Email', placeholder: 'ada@example.com' },
    company: { label: 'Company', placeholder: 'Bluebird Café' },
    subject: { label: 'Subject', placeholder: 'A station for two cafés' },
    message: {
      label: 'Message',
      placeholder: 'Your guests, your busy hours, and the music you would like',
    },
  },
  optional: 'optional',
  button: { idle: 'Send message', busy: 'Sending...' },
  success: {
    title: 'Message Sent!',
    text: `Thank you. We will reply within ${CONTACT_REPLY_HOURS} hours.`,
  },
  failure: 'Failed to send message. Please try again or contact us directly.',
  tooMany: {
    title: 'Too many messages',
    text: 'You have sent several messages within an hour. Please contact us directly, or send the next one',
  },
  privacy: 'We only use your message to answer you. For details, see our',
  direct: {
    heading: 'Or directly',
    text: 'By email or by post.',
    email: COMPANY.contact_email,
    address: [COMPANY.company_name, ...COMPANY.postal_address],
  },
};
