import { BRAND, COMPANY } from '@stationhouse/platform-api/contract/site/brand';
import type { DocumentContent } from './content.ts';
import { LEGAL_UPDATED, SESSION_IDLE_DAYS, SESSION_LIFE_DAYS } from './figures.ts';

export const cookiePolicy: DocumentContent = {
  title: 'Cookie policy',
  description: `${BRAND.name} sets one cookie, only when you sign in, and only to keep you signed in. No analytics, no advertising, and no cookies at all in the player.`,
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
          'Access: only our server can read it. Scripts cannot read it (HttpOnly), it is only sent over encrypted connections (Secure), and other sites cannot use it (SameSite=Strict).',
        ],
        'It is strictly necessary for something you asked for, so UK law (regulation 6 of the Privacy and Electronic Communications Regulations 2003) does not require us to ask for your consent. If you only read our public pages, we set no cookie at all.',
      ],
    },
    {
      heading: 'Seven entries in your browser’s storage',
      body: [
        'Besides the cookie, our pages store up to seven entries in your browser. The entries are never sent to us or to anyone else. Only purchase and station-setup contain your account number:',
        [
          'signed-in, while you are signed in with this browser: it tells our pages whether to ask our server for your session, and for your station. Signing out removes it.',
          'react-router-scroll-positions, while a tab is open: your scroll positions, so that ‘back’ returns you to the same place. Closing the tab removes it.',
          'purchase, while you are buying a package: the company details that you have typed, so that a reload does not lose them. It is removed when your payment page opens, when you sign out, and when you close the tab.',
          'station-setup, while you are filling in your station’s setup form: your entries before you submit them, so that you can continue later. It is removed when you submit the form or sign out.',
          'kept-station, when you press ‘Keep this station’ on the front page: the name, the kind of place and the logo that you tried, so that the setup form has them. It is removed when you submit that form or sign out. The logo is uploaded when you open the form.',
          'business, in a tab in which you work for the station of others: which one. Signing out or closing the tab removes it.',
          'invitation, from opening the link of an invitation to a team until you accept it or close the tab: the code of the link, so that it waits while you sign in.',
        ],
        'All seven are strictly necessary for the same reason.',
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
