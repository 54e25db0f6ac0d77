import { BRAND, COMPANY } from '@stationhouse/platform-api/contract/brand';
import type { DocumentContent } from './content.ts';
import { SESSION_IDLE_DAYS, SESSION_LIFE_DAYS } from './figures.ts';
import { LEGAL_UPDATED } from './legal.ts';

export const cookiePolicy: DocumentContent = {
  title: 'Cookie policy',
  description: `${BRAND.name} sets one cookie, only when you sign in, and only to keep you signed in. No analytics, no advertising, and none at all in the player.`,
  heading: 'Cookie policy',
  updated: LEGAL_UPDATED,
  lead: 'We set one cookie, and only when you sign in. That is why no banner asks you anything.',
  sections: [
    {
      heading: 'The one cookie',
      body: [
        'When you sign in or create an account on our site, we set this cookie:',
        [
          'Name: __Host-refresh_token',
          'Purpose: it keeps you signed in when you reload a page or come back later. Without it you would have to enter your password on every visit.',
          `Lifetime: at most ${SESSION_LIFE_DAYS} days. It stops working after ${SESSION_IDLE_DAYS} days without use, and as soon as you sign out.`,
          'Who can read it: our server alone. Scripts cannot read it (HttpOnly), it travels over encrypted connections only (Secure), and other sites cannot make use of it (SameSite=Strict).',
        ],
        'It is strictly necessary for something you asked for, so UK law (regulation 6 of the Privacy and Electronic Communications Regulations 2003) does not require us to ask for your consent. If you only read our public pages, we set no cookie at all.',
      ],
    },
    {
      heading: 'Four notes that your browser keeps',
      body: [
        'Beside the cookie, our pages leave up to four short notes in your browser’s own storage. The notes themselves are never sent to us or to anybody else, and only the last two, which keep what you typed, say whose they are:',
        [
          'signed-in, while somebody is signed in with this browser: it tells our pages whether to ask our server for your session at all. Signing out removes it.',
          'react-router-scroll-positions, while a tab is open: how far you had scrolled, so that ‘back’ leads to where you were. Closing the tab removes it.',
          'purchase, while you are buying a package: the company details that you have typed, so that a reload loses none of them. It goes once your payment page is open, when you sign out, and with the tab.',
          'station-setup, while you are filling in your station’s setup form: what you have typed and not sent yet, so that you can go on later. It goes when you submit the form or sign out.',
        ],
        'All four are strictly necessary in the same sense.',
      ],
    },
    {
      heading: 'What we do not use',
      body: [
        [
          'No analytics or statistics cookies',
          'No advertising cookies, tracking pixels or social media buttons',
          'No fonts, scripts or pictures fetched from other companies by our own pages',
          'No browser fingerprinting',
        ],
      ],
    },
    {
      heading: 'Station pages and the player on other sites',
      body: [
        'The public pages of stations, and the player that our customers place on their own websites, set no cookie and store nothing on your device. A customer’s website may set cookies of its own; its owner is responsible for those and should tell you about them.',
      ],
    },
    {
      heading: 'Payment pages',
      body: [
        'Payment takes place on pages of Stripe, our payment provider, at Stripe’s own address. Stripe sets cookies there, for security and to prevent fraud, under its own cookie policy. We cannot read them.',
      ],
    },
    {
      heading: 'How to refuse or delete it',
      body: [
        'Signing out deletes the cookie. You can also delete or block cookies in the settings of your browser: our public pages and the player work as before, but you will not stay signed in.',
      ],
    },
    {
      heading: 'Changes and questions',
      body: [
        `If we ever set another cookie, this page will name it first, and we will ask you where the law says we must. Questions go to ${COMPANY.contact_email}.`,
      ],
    },
  ],
};
