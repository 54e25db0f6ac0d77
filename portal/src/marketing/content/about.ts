import { BRAND, COMPANY } from '@stationhouse/platform-api/contract/brand';
import {
  CONTACT_REPLY_HOURS,
  LAUNCH_HOURS,
  NOTICE_DAYS,
  PLAYLIST_UPDATE_WEEKS,
} from '@stationhouse/platform-api/contract/limits';
import type { DocumentContent } from './content.ts';

export const about: DocumentContent = {
  title: 'About us',
  description: `${BRAND.name} makes radio stations for businesses: music chosen by people, in your name, from a team in London that keeps its promises and answers its mail.`,
  heading: 'The radio people next door',
  lead: 'We make radio stations for businesses. Not a playlist with your logo on it: a station, with a name, a voice, an address of its own and somebody who looks after it.',
  sections: [
    {
      heading: 'What we think',
      body: [
        'Music is the first thing people notice when they come in and the last thing most businesses decide. Somebody’s phone is plugged in, the same 30 songs go round, and an advert for another shop plays in yours.',
        'We think a café should sound like that café. So people choose the music here, people listen to what you say about it, and the name between the songs is yours.',
      ],
    },
    {
      heading: 'What we do',
      body: [
        'You tell us about your place. We curate the music, voice your radio IDs from the words that you write, put the station on air and keep it fresh. Hundreds of customers have one: cafés, gyms, shops, offices, hotels, supermarkets and salons.',
        'Each station is a page that your guests can open, a view for the screen on the wall, a player for your website and, for developers, an API that does whatever our own pages do.',
      ],
    },
    {
      heading: 'What you can hold us to',
      body: [
        [
          `On air in under ${LAUNCH_HOURS} hours from your setup form.`,
          `Playlists updated every ${PLAYLIST_UPDATE_WEEKS} weeks.`,
          'Music 24/7, for as many listeners at the same time as you have.',
          'Every location included, at no extra cost.',
          `A reply within ${CONTACT_REPLY_HOURS} hours when you write to us.`,
          `${NOTICE_DAYS} days’ notice on most plans, and nobody who talks you out of it.`,
        ],
      ],
    },
    {
      heading: 'How we treat your guests',
      body: [
        'The player sets no cookie and follows nobody. Our own pages have no analytics and no advertising. Whoever listens to your station is your guest, not our product.',
      ],
    },
    {
      heading: 'Where we are',
      body: [
        `${COMPANY.company_name} is a UK company in London. You find us at ${COMPANY.postal_address.join(', ')}.`,
      ],
    },
  ],
};
