import { BRAND } from '@stationhouse/platform-api/contract/brand';
import {
  ANNOUNCEMENT_FREQUENCY,
  CONTACT_REPLY_HOURS,
  LAUNCH_HOURS,
  AUDIO_SECONDS,
  MAX_AUDIO_MEGABYTES,
  MAX_LOGO_MEGABYTES,
  MAX_SLUG_CHANGES,
  NOTICE_DAYS,
  PLAYLIST_UPDATE_WEEKS,
  RADIO_ID_FREQUENCY,
  VAT_PERCENT,
} from '@stationhouse/platform-api/contract/limits';
import type { PageHead } from '../../ui/Head.tsx';
import {
  LAUNCH_DAYS,
  SHOP_DAY_HOURS,
  SHOP_MONTH_HOURS,
  fewestListeningHours,
  packagesWithSpots,
  packagesWithoutSpots,
  perPackage,
  playersWithinFewestHours,
  spotCounts,
} from './figures.ts';
import { fromPrice, fromSetupFee } from '../../ui/Money.tsx';

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
          answer: `In under ${LAUNCH_HOURS} hours, about ${LAUNCH_DAYS} business days, counted from the moment you send your setup form. The sooner we have your name, logo and words, the sooner you hear them.`,
        },
        {
          question: 'Can we try it first?',
          answer:
            'Yes. You can hear our demo station on this site now, and there is a one-month trial option. Write to us before you order, and we agree in writing what the trial includes and what happens after it.',
        },
        {
          question: 'Who chooses the music?',
          answer: `People do, not a machine. Tell us who your guests are, how your day runs and what must never play. Playlists are updated bi-weekly: there is something new every ${PLAYLIST_UPDATE_WEEKS} weeks.`,
        },
        {
          question: 'Do we need a licence to play music?',
          answer:
            'Probably, and it is yours to arrange: a licence to play music at your premises is not part of our packages. In most countries, music that customers or staff can hear needs one. In the UK it is TheMusicLicence from PPL PRS; elsewhere, ask your national collecting societies. Tell them that you play a web radio stream for business, where, and who hears it. For a player on your website or classes to music, ask whether they want something more.',
        },
      ],
    },
    {
      heading: 'Paying and leaving',
      questions: [
        {
          question: 'Is VAT added?',
          answer: `VAT of ${VAT_PERCENT}% is added when your business is in the UK, and also when it is elsewhere but gives no VAT number. Outside the UK with a valid VAT number, no VAT is added. The order summary shows the exact sum before you pay.`,
        },
        {
          question: 'What happens after I pay?',
          answer:
            'Your dashboard confirms the payment and asks for your station setup: name, logo, voice and the words for your radio IDs. We build the station from it. The dashboard says ‘In Progress’ while we work and ‘Live’ the moment you are on air, and the player for your site appears there.',
        },
        {
          question: 'How do I cancel?',
          answer: `Most plans have ${NOTICE_DAYS} days’ notice. ‘Manage subscription’ in your dashboard leads to the place where you cancel. Your station stays on until the end of the month you have paid for or, if that is fewer than ${NOTICE_DAYS} days away, until the end of the month after. Your Account settings let you export your data, and delete your account for good.`,
        },
      ],
    },
    {
      heading: 'Your station',
      questions: [
        {
          question: 'What is a listening hour?',
          answer: `One player that plays for one hour. Any number may listen at the same time; what is counted is the hours of all of them together, in a month: ${perPackage((each) => each.limits.listening_hours)}. A player in a shop counts once, however many people hear it: at ${SHOP_DAY_HOURS} hours a day that is about ${SHOP_MONTH_HOURS} hours a month, so ${fewestListeningHours} hours are enough for ${playersWithinFewestHours} such players.`,
        },
        {
          question: 'Do more locations cost more?',
          answer:
            'No. You may play your station at multiple locations at no extra cost. They share one station and its listening hours.',
        },
        {
          question: 'What do we need to play it?',
          answer:
            'Anything with a modern browser and a way to connect your speakers: a tablet, a laptop, a television. Open your station’s address and press play. For a screen on the wall, add /tv to the address.',
        },
        {
          question: 'In which format does it stream?',
          answer:
            'In MP3, which every browser plays. Enterprise may stream at a higher rate, and in AAC, which sounds well with less data. Each package’s card names its exact rates.',
        },
        {
          question: 'Can I choose and change the station’s address?',
          answer: `Yes. It is made from your company’s name, and you can change it up to ${MAX_SLUG_CHANGES} times, with small letters, digits and hyphens. The old address leads to the new one until another station takes it.`,
        },
      ],
    },
    {
      heading: 'Your voice and your site',
      questions: [
        {
          question: 'What may I upload, and how much?',
          answer: `Your logo as JPG, PNG or GIF, up to ${MAX_LOGO_MEGABYTES} MB, and audio as MP3, up to ${MAX_AUDIO_MEGABYTES} MB and ${AUDIO_SECONDS.max / 60} minutes a file. Radio IDs: ${perPackage((each) => each.limits.radio_ids)}; jingles: ${perPackage((each) => each.limits.jingles)}; commercial spots: ${spotCounts}. Send only what you have the right to broadcast.`,
        },
        {
          question: 'Can I have announcements and commercial spots?',
          answer: `On ${packagesWithSpots}, yes: they play every ${ANNOUNCEMENT_FREQUENCY.min} to ${ANNOUNCEMENT_FREQUENCY.max} minutes, as you choose. ${packagesWithoutSpots} has no commercial spots and no announcements, but your radio IDs still say your name, every ${RADIO_ID_FREQUENCY.min} to ${RADIO_ID_FREQUENCY.max} minutes.`,
        },
        {
          question: 'How do I put the player on my website?',
          answer:
            'Paste one line of HTML where the player should stand. Your dashboard has it ready to copy once your station is live, in your colours and size. The player sets no cookie on your visitors’ devices.',
        },
      ],
    },
  ],
  closing: {
    heading: 'Something else?',
    text: `Write to us. Somebody who knows the answer replies within ${CONTACT_REPLY_HOURS} hours.`,
  },
};
