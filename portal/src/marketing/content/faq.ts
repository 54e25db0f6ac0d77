import { BRAND } from '@stationhouse/platform-api/contract/site/brand';
import {
  ANNOUNCEMENT_FREQUENCY,
  RADIO_ID_FREQUENCY,
} from '@stationhouse/platform-api/contract/setup/values';
import {
  AUDIO_SECONDS,
  MAX_AUDIO_MEGABYTES,
  MAX_LOGO_MEGABYTES,
} from '@stationhouse/platform-api/contract/assets/values';
import {
  CONTACT_REPLY_HOURS,
  FORMER_SLUG_DAYS,
  LAUNCH_HOURS,
  MAX_SLUG_CHANGES,
  FREE_CANCELLATION_HOURS,
  NOTICE_DAYS,
} from '@stationhouse/platform-api/contract/stations/values';
import {
  PLAYLIST_UPDATE_WEEKS,
  VAT_PERCENT,
} from '@stationhouse/platform-api/contract/billing/prices';
import type { PageHead } from '../../ui/Head.tsx';
import { fromPrice, fromSetupFee } from '../../ui/Money.tsx';
import {
  fewestListeningHours,
  LAUNCH_DAYS,
  packagesWithoutSpots,
  packagesWithSpots,
  perPackage,
  playersWithinFewestHours,
  SHOP_DAY_HOURS,
  SHOP_MONTH_HOURS,
  spotCounts,
} from './figures.ts';

interface FaqContent extends PageHead {
  heading: string;
  lead: string;
  groups: readonly {
    heading: string;
    questions: readonly { question: string; answer: string }[];
  }[];
  closing: { heading: string; text: string };
}

export const faq: FaqContent = {
  title: 'Questions and answers',
  description: `What a station costs, how soon it is on air, what a listening hour is, how to cancel, and what to check about licences. Plain answers from ${BRAND.name}.`,
  heading: 'Questions people ask first',
  lead: 'Straight answers, the awkward ones included.',
  groups: [
    {
      heading: 'Before you buy',
      questions: [
        {
          question: 'What does a station cost?',
          answer: `Packages start from only ${fromPrice}/mo, with a small setup fee from ${fromSetupFee} that you pay once. Your first payment is the setup fee, the first month and VAT where it applies. After that you pay the monthly fee, with the same VAT.`,
        },
        {
          question: 'How soon are we on air?',
          answer: `In under ${LAUNCH_HOURS} hours, about ${LAUNCH_DAYS} business days, after you send your setup form.`,
        },
        {
          question: 'Can we try it first?',
          answer:
            'Yes. You can hear our demo station on this site now, and there is a one-month trial option. Tick ‘Try it for a month’ in the order summary. It ends automatically, unless you continue it with one click. We remind you before.',
        },
        {
          question: 'Who chooses the music?',
          answer: `People do, not a machine. Tell us about your guests, your day and the songs that must never play. Playlists are updated bi-weekly, so there is something new every ${PLAYLIST_UPDATE_WEEKS} weeks.`,
        },
        {
          question: 'Do we need a licence to play music?',
          answer:
            'Probably. A licence to play music at your premises is not part of our packages, so you arrange it yourself. In most countries you need one for music that customers or staff can hear. In the UK it is TheMusicLicence from PPL PRS; elsewhere, ask your national collecting societies. Tell them that you play a web radio stream for business, where you play it, and who can hear it. Ask also whether a player on your website, or classes to music, need anything more.',
        },
      ],
    },
    {
      heading: 'Paying and leaving',
      questions: [
        {
          question: 'Is VAT added?',
          answer: `VAT of ${VAT_PERCENT}% is added if your business is in the UK, or if you give no VAT number. Companies outside the UK with a valid VAT number pay no VAT. The order summary shows the exact amount before you pay.`,
        },
        {
          question: 'What happens after I pay?',
          answer:
            'Your dashboard confirms the payment and asks for your station setup: name, logo, voice and the texts of your radio IDs. We build the station from it. The dashboard shows ‘In Progress’ while we work, and ‘Live’ when you are on air. Then you also find the player for your site there.',
        },
        {
          question: 'How do I change my package, or cancel?',
          answer: `On your dashboard. A larger package starts at once, and you pay the difference. A smaller one starts with your next payment. Most plans have ${NOTICE_DAYS} days’ notice. Choose ‘Cancel subscription’ in your dashboard, which first shows the last day and what is still charged. Your station stays on until the end of the month you have paid for or, if that is fewer than ${NOTICE_DAYS} days away, until the end of the month after. In the first ${FREE_CANCELLATION_HOURS} hours of a month you never pay for another one. In your Account settings you can export your data and delete your account permanently.`,
        },
      ],
    },
    {
      heading: 'Your station',
      questions: [
        {
          question: 'What is a listening hour?',
          answer: `One player that plays for one hour. Any number of players can play at the same time. Their hours are added up each month, and your package includes ${perPackage((each) => each.limits.listening_hours)}. A player in a shop counts once, however many people hear it. At ${SHOP_DAY_HOURS} hours a day it uses about ${SHOP_MONTH_HOURS} hours a month, so ${fewestListeningHours} hours are enough for ${playersWithinFewestHours} such players.`,
        },
        {
          question: 'Do more locations cost more?',
          answer:
            'No. You can play your station at multiple locations at no extra cost. They share its listening hours.',
        },
        {
          question: 'What do we need to play it?',
          answer:
            'Any device with a modern browser that you can connect to your speakers: a tablet, a laptop, a television. Open your station’s page and press play. For a TV screen, add /tv to its address.',
        },
        {
          question: 'In which format does it stream?',
          answer:
            'In MP3, which every browser plays. Enterprise can also stream at a higher bit rate, or in AAC, which sounds good with less data. The exact rates are listed with each package.',
        },
        {
          question: 'Can I choose and change the station’s address?',
          answer: `Yes. We create it from your company’s name, and you can change it up to ${MAX_SLUG_CHANGES} times. It can have lower-case letters, digits and hyphens. The old address redirects to the new one, and is kept for you for ${FORMER_SLUG_DAYS} days.`,
        },
      ],
    },
    {
      heading: 'Your voice and your site',
      questions: [
        {
          question: 'What can I upload, and how much?',
          answer: `Your logo as JPG, PNG or GIF, up to ${MAX_LOGO_MEGABYTES} MB, and audio as MP3, up to ${MAX_AUDIO_MEGABYTES} MB and ${AUDIO_SECONDS.max / 60} minutes a file. Radio IDs: ${perPackage((each) => each.limits.radio_ids)}; jingles: ${perPackage((each) => each.limits.jingles)}; commercial spots: ${spotCounts}. Send only what you have the right to broadcast.`,
        },
        {
          question: 'Can I have announcements and commercial spots?',
          answer: `On ${packagesWithSpots}, yes: they play every ${ANNOUNCEMENT_FREQUENCY.min} to ${ANNOUNCEMENT_FREQUENCY.max} minutes, as you choose. ${packagesWithoutSpots} has no commercial spots and no announcements, but your radio IDs still say your name, every ${RADIO_ID_FREQUENCY.min} to ${RADIO_ID_FREQUENCY.max} minutes.`,
        },
        {
          question: 'How do I put the player on my website?',
          answer:
            'Paste one line of HTML where you want the player. Once your station is live, you can copy the line from your dashboard, with your colours and size. The player sets no cookies on your visitors’ devices.',
        },
      ],
    },
  ],
  closing: {
    heading: 'Something else?',
    text: `Write to us. A person replies within ${CONTACT_REPLY_HOURS} hours.`,
  },
};
