import { BRAND, COMPANY } from '@stationhouse/platform-api/contract/site/brand';
import { RETENTION } from '@stationhouse/platform-api/contract/accounts/retention';
import type { DocumentContent } from './content.ts';
import {
  companyAndAddress,
  LEGAL_UPDATED,
  SESSION_IDLE_DAYS,
  SESSION_LIFE_DAYS,
} from './figures.ts';

export const privacyPolicy: DocumentContent = {
  title: 'Privacy policy',
  description: `What ${BRAND.name} knows about visitors, listeners and customers, why, for how long and with whose help, and the rights that UK law gives you.`,
  heading: 'Privacy policy',
  updated: LEGAL_UPDATED,
  lead: 'We keep what we need to run your station and your account, and little else. This page explains what data that is, why we have it, and what rights you have.',
  sections: [
    {
      heading: 'Who we are',
      body: [
        `${companyAndAddress}, registered in England and Wales with company number ${COMPANY.company_number}, is the controller of the personal data described here. Write to ${COMPANY.contact_email} about anything on this page.`,
        'We follow the UK General Data Protection Regulation (UK GDPR), the Data Protection Act 2018 and the Privacy and Electronic Communications Regulations 2003.',
      ],
    },
    {
      heading: 'If you visit our site or listen to a station',
      body: [
        'You need no account, and we set no cookie. There are no analytics and no advertising, and our own pages load nothing from other companies.',
        'Our servers write one line for each request: its time and number, the method, the path of the page, the status of the answer and how long it took. The line holds no IP address, nothing after the question mark of an address, and nothing that you typed. Your IP address is used to send you the answer. The companies that host our servers may log connections for their security.',
        'A station’s page or player gets its music, and sometimes its cover pictures, from the place the station is streamed from. For some stations that is another streaming company, which then receives your IP address as any website does.',
        'To prevent guessing and misuse, such as when signing in or sending messages, we count attempts. The counters hold a hash of the IP address, email address or phone number, not the address itself. They count for an hour at most, and are cleared once a day.',
      ],
    },
    {
      heading: 'If you write to us',
      body: [
        'We keep what you enter in the contact form (name, email address, company, subject and message), and receive it by email. The form also checks how quickly it was filled in and whether a hidden field was used, to keep robots out; we do not store that.',
      ],
    },
    {
      heading: 'If you have an account',
      body: [
        [
          'Your account: name, email address, phone number and country; your company’s name, address, website and VAT number if you give them; and when you confirmed your email address or phone number.',
          'Your password: only as a salted hash (argon2id), from which it cannot be recovered.',
          `Where you are signed in: for each session its times, the IP address and the name of the browser, so that you can recognise and end it. A session ends when you sign out, after ${SESSION_IDLE_DAYS} days without use, or after ${SESSION_LIFE_DAYS} days.`,
          'One-time codes and links that we send you: only as hashes, with the address they went to, until shortly after they expire. Of API keys that you make: a hash, the beginning of the key, its name and when it was last used.',
          'Your station: its name, address, logo, voice, the texts of your radio IDs, your settings and the audio files you upload, with their names. The station’s name, address, logo and audio are public, because a station is.',
          'Your purchases: package, amounts, VAT and dates; your subscription and invoices as our payment provider reports them; and the VAT number you gave, with the date, as evidence for the tax authority.',
          'What our staff change in your account: a record of who changed what, and when.',
        ],
        'When you submit the setup form, change your station’s address or upload a file, our team gets an email with the details and with your name, email address, phone number and company, so that we can build and run the station.',
        'We keep only the sound or the picture of a file that you upload. Hidden data in files, such as tags, locations and camera details, is removed. Anyone with the address of a file can open it, without an account and before it is on air, and can work out the addresses of your other files. So please do not upload anything that must stay secret. A file that you remove is no longer at its address; caches may keep copies of it for a while.',
        'You must give us the fields that are marked as required, since we cannot make a contract without them. The rest is up to you.',
      ],
    },
    {
      heading: 'Why we may use it',
      body: [
        [
          'To perform our contract with you, or to take steps that you asked for before it: account, station, payments, messages about them.',
          'To meet legal duties: invoices, VAT evidence and accounts.',
          'For our legitimate interests in a service that is safe, works and answers people: logs, counting attempts, session records, the record of staff changes, and replies to your messages. We have weighed these against your interests, and you may object.',
        ],
        'We do not sell personal data, we do not profile you, and no decision about you is made by a machine alone. If we ever want to send you advertising, we will ask you first.',
      ],
    },
    {
      heading: 'Who helps us',
      body: [
        'These companies process data for us, or receive it because they do their part:',
        [
          'Stripe takes payments and issues invoices. Your card details go to Stripe directly and never reach us. Stripe also acts as a controller of its own, under its own privacy policy.',
          'An email provider delivers our messages.',
          'A text message provider delivers codes, if you use a phone number to sign in or to confirm.',
          'Hosting and storage providers run the servers, the database and the files.',
        ],
        'Where one of them works outside the UK, we rely on a UK adequacy decision, or on the International Data Transfer Agreement or Addendum. Write to us for a list of the companies we use at present, or for a copy of these safeguards.',
        'We hand data to authorities only where the law obliges us to.',
      ],
    },
    {
      heading: 'How long we keep it',
      body: [
        [
          'Account, station and uploads: as long as you have an account. When you delete it in your Account settings, you are signed out everywhere and your station is off air at once; your subscription is cancelled, and all your data is deleted, usually within minutes. It cannot be restored. A final email confirms the deletion.',
          'Sessions: until they end. Ended sessions, expired codes and counters are cleared once a day.',
          'Invoices and VAT evidence: at least six years, as UK tax law requires. After an account is deleted, invoices remain with Stripe, with the name, address and VAT number shown on them.',
          `Stripe’s messages to us about payments hold Stripe’s own numbers and no names. We delete them after ${RETENTION.payment_events.days} days. An order that was not paid is deleted after ${RETENTION.unpaid_orders.days} days.`,
          `Contact messages: ${RETENTION.contact_messages.days / 365} years at most, or until you ask us to delete them. With an account we delete the messages that came from its confirmed email address; the copies of those messages, and of the emails to our team about your station, stay in our mailbox as long as we need them.`,
          'Server logs: only as long as they help us to find faults and misuse.',
          'The record of staff changes, and for each deleted account its number, when it was deleted and who asked for it: as long as we may have to show what was done. When you ask us to erase your email address, it goes from this record, too.',
        ],
        'Copies in backups disappear when the backups are replaced.',
      ],
    },
    {
      heading: 'How we protect it',
      body: [
        'Connections are encrypted. Passwords, codes and keys are kept as hashes. Customers can reach only their own data, and the server checks this on every request. If something goes wrong that puts you at high risk, we will tell you, and the regulator where the law says so.',
      ],
    },
    {
      heading: 'Your rights',
      body: [
        'You may ask us for a copy of your data, for correction, deletion or restriction, and to receive it in a machine-readable format. You may object to processing based on our legitimate interests. Where you gave consent, you may withdraw it at any time.',
        `In the Account settings on your dashboard you can correct your details, export your data as a file and delete your account yourself. For anything else write to ${COMPANY.contact_email}. We answer within one month and charge nothing.`,
        'If you want to complain about how we handle your data, write to the same address: we confirm within 30 days that we have your complaint, look into it, and tell you the result. You may also complain to the Information Commissioner’s Office (ICO), ico.org.uk.',
      ],
    },
    {
      heading: 'Cookies',
      body: [
        'We set a single cookie, which keeps you signed in, and your browser keeps a few short entries, such as a form that you have not sent yet. The cookie policy describes all of them.',
      ],
    },
    {
      heading: 'Children',
      body: [
        'Our service is for businesses, and accounts are for adults. Anyone can listen to a station, and listening does not tell us who they are.',
      ],
    },
    {
      heading: 'Changes',
      body: [
        'When this page changes, so does the date at its top. If a change matters to customers, we tell them by email before it applies.',
      ],
    },
  ],
};
