import { BRAND } from '@stationhouse/platform-api/contract/site/brand';
import { LAUNCH_HOURS, NOTICE_DAYS } from '@stationhouse/platform-api/contract/stations/values';
import { PLAYLIST_UPDATE_WEEKS } from '@stationhouse/platform-api/contract/billing/prices';
import type { PageHead } from '../../ui/Head.tsx';
import { fromPrice, fromSetupFee } from '../../ui/Money.tsx';
import type { Point } from './content.ts';
import { fewestListeningHours, LAUNCH_DAYS, packagesWithSpots } from './figures.ts';

interface HomeContent extends PageHead {
  hero: { heading: string; lead: string; price: string; facts: readonly string[] };
  why: { heading: string; lead: string; benefits: readonly Point[] };
  embed: { heading: string; text: string; developers: string };
  how: { heading: string; lead: string; steps: readonly Point[] };
  /** `notes` apply to every package. */
  pricing: {
    heading: string;
    lead: string;
    trial: { heading: string; text: string };
    notes: readonly string[];
  };
  closing: { heading: string; text: string };
}

export const home: HomeContent = {
  title: 'Your own radio station for business',
  description: `A web radio station in your business’s name: music chosen by people, 24/7, your own announcements, live in under ${LAUNCH_HOURS} hours. From only ${fromPrice}/mo.`,
  hero: {
    heading: 'A radio station in your name',
    lead: 'Music chosen by people, your name between the songs, on air day and night. For cafés, gyms, shops, offices, hotels, supermarkets and salons.',
    price: `from only ${fromPrice}/mo`,
    facts: [
      `Live in under ${LAUNCH_HOURS} hours`,
      'Unlimited listeners at the same time',
      'Multiple locations at no extra cost',
    ],
  },
  why: {
    heading: 'Why Choose Us',
    lead: `What a station from ${BRAND.name} gives your business.`,
    benefits: [
      {
        title: 'Music chosen by people',
        text: 'Professionally curated music, by people and not by a machine. You tell us about your guests and what must never play. We do the listening.',
      },
      {
        title: 'Your name on air',
        text: 'A custom station name, your logo on the page, and radio IDs that you write, in a male or female voice.',
      },
      {
        title: 'Announcements in your words',
        text: `Custom voice-over announcements for today’s special or next week’s class, at the interval you set. Part of ${packagesWithSpots}.`,
      },
      {
        title: 'On air day and night',
        text: '24/7 streaming to any modern browser: the tablet behind the counter, the screen on the wall, the phone in a guest’s hand. There is nothing to install.',
      },
      {
        title: 'Every location included',
        text: `Multiple locations at no extra cost, with unlimited listeners at the same time. Each package includes monthly listening hours, starting at ${fewestListeningHours}.`,
      },
      {
        title: 'New before it grows old',
        text: `Playlists are updated bi-weekly. Every ${PLAYLIST_UPDATE_WEEKS} weeks your team and your regular guests hear something new.`,
      },
    ],
  },
  embed: {
    heading: 'Put it on your own site',
    text: 'Paste one line of HTML where you want the player. The line below plays our demo station, and you can use it today.',
    developers: 'Developers: there is an API for all of this.',
  },
  how: {
    heading: 'How it works',
    lead: 'Four steps, and you only have to do the talking.',
    steps: [
      {
        title: 'Tell us your vision',
        text: 'Choose a package and fill in one short form: your station’s name, logo and voice, and the texts of your radio IDs.',
      },
      {
        title: 'Expert curation',
        text: 'Our music people build your playlists for your guests, your hours and your brand.',
      },
      {
        title: 'Fine-tune together',
        text: 'Listen, and tell us what to change: slower at noon, less guitar, more of a song you like.',
      },
      {
        title: 'Go live',
        text: `Your station is on air in under ${LAUNCH_HOURS} hours, about ${LAUNCH_DAYS} business days after you send the form. Press play, and paste the player into your site.`,
      },
    ],
  },
  pricing: {
    heading: 'Three packages, one price a month',
    lead: 'Each package is a complete station. Choose by what you want to say between the songs, and by how many players listen.',
    trial: {
      heading: 'Not sure yet? Hear it for a month first',
      text: 'Every package has a one-month trial option. Choose it in your order. It ends automatically unless you continue it.',
    },
    notes: [
      `A small setup fee is paid once, from ${fromSetupFee}. VAT is added where it applies, and shown before you pay.`,
      `${NOTICE_DAYS} days’ notice to cancel on most plans.`,
      'A licence to play music at your premises is not part of a package. Our FAQ explains what to check.',
    ],
  },
  closing: {
    heading: 'Your station could be on air this week',
    text: `Sign up, tell us how your place should sound, and hear it in under ${LAUNCH_HOURS} hours.`,
  },
};
