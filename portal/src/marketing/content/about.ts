import { BRAND, COMPANY } from '@stationhouse/platform-api/contract/site/brand';
import {
  CONTACT_REPLY_HOURS,
  LAUNCH_HOURS,
  NOTICE_DAYS,
} from '@stationhouse/platform-api/contract/stations/values';
import { PLAYLIST_UPDATE_WEEKS } from '@stationhouse/platform-api/contract/billing/prices';
import type { DocumentContent } from './content.ts';

export const about: DocumentContent = {
  title: 'About us',
  description: `${BRAND.name} makes radio stations for businesses: music chosen by people, in your name, from a team in London that answers every message.`,
  heading: 'The radio people next door',
  lead: 'We make radio stations for businesses. Not a playlist with your logo on it: a station with its own name, voice and web address, and a team that looks after it.',
  sections: [
    {
      heading: 'What we think',
      body: [
        'Music is the first thing people notice when they come in and the last thing most businesses decide. Someone plugs in a phone, the same 30 songs go round, and an advert for another shop plays in yours.',
        'We think a café should sound like that café. So people choose your music, people listen to your feedback, and the name between the songs is yours.',
      ],
    },
    {
      heading: 'What we do',
      body: [
        'You tell us about your place. We curate the music, record your radio IDs from your own words, put the station on air and keep it fresh. Hundreds of customers have one: cafés, gyms, shops, offices, hotels, supermarkets and salons.',
        'Each station has a page that your guests can open, a view for a TV screen, a player for your website and, for developers, the API that our own pages use.',
      ],
    },
    {
      heading: 'What we promise',
      body: [
        [
          `On air in under ${LAUNCH_HOURS} hours after you send the setup form.`,
          `Playlists updated every ${PLAYLIST_UPDATE_WEEKS} weeks.`,
          'Music 24/7, for any number of listeners at the same time.',
          'Every location included, at no extra cost.',
          `A reply within ${CONTACT_REPLY_HOURS} hours when you write to us.`,
          `${NOTICE_DAYS} days’ notice to cancel on most plans.`,
        ],
      ],
    },
    {
      heading: 'How we treat your guests',
      body: [
        'The player sets no cookies and does not track listeners. Our own pages have no analytics and no advertising. Your listeners are your guests, not our product.',
      ],
    },
    {
      heading: 'Where we are',
      body: [
        `${COMPANY.company_name} is a UK company in London. Visit us at ${COMPANY.postal_address.join(', ')}.`,
      ],
    },
  ],
};
