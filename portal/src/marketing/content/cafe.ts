import { LAUNCH_HOURS } from '@stationhouse/platform-api/contract/stations/values';
import { RADIO_ID_FREQUENCY } from '@stationhouse/platform-api/contract/setup/values';
import { PLAYLIST_UPDATE_WEEKS } from '@stationhouse/platform-api/contract/billing/prices';
import { fromPrice } from '../../ui/Money.tsx';
import type { IndustryContent } from './content.ts';
import { LAUNCH_DAYS, packagesWithSpots } from './figures.ts';
import { INDUSTRY_NAMES } from './industry-names.ts';

export const cafe: IndustryContent = {
  name: INDUSTRY_NAMES['/cafe'],
  title: 'Radio for cafés and coffee shops',
  description: `A radio station in your café’s name: music chosen by people, your own announcements, on air in under ${LAUNCH_HOURS} hours, from only ${fromPrice}/mo.`,
  headline: 'Your café, on air by Thursday',
  lead: `Send us the form on Tuesday, and about ${LAUNCH_DAYS} business days later your guests hear a station in your name. Made by people for slow mornings, full tables and the last hour before you close.`,
  moment: {
    time: '8 am',
    scene:
      'The queue reaches the door and the grinder never rests. Warm soul, a quiet guitar, nothing that makes anyone raise their voice to order a flat white.',
  },
  card: {
    station_name: 'Bluebird Café Radio',
    announcement:
      'Good morning from Bluebird Café Radio. The soup of the day is on the board by the till, and every loaf on the shelf was baked here this morning.',
  },
  features_heading: 'What your café gets',
  features: [
    {
      title: 'A sound for every hour',
      text: 'Gentle at opening, brighter at lunch, easy towards closing. Tell us how your day runs, and we build the playlists around it.',
    },
    {
      title: 'Not the same 30 songs',
      text: `Your guests stay an hour, your baristas stay for eight. Playlists are updated every ${PLAYLIST_UPDATE_WEEKS} weeks, before the team knows the order by heart.`,
    },
    {
      title: 'Your name between the songs',
      text: `You choose the station’s name and write the words. A male or female voice speaks them as radio IDs, every ${RADIO_ID_FREQUENCY.min} to ${RADIO_ID_FREQUENCY.max} minutes, as you set it.`,
    },
    {
      title: 'Tell the whole room at once',
      text: `Oat milk, brunch until two, the quiz on Sunday: announcements of your own play between the songs, on ${packagesWithSpots}.`,
    },
    {
      title: 'Plays on what you have',
      text: 'The tablet or laptop behind the counter will do, with any speaker you can connect to it. Open your station’s page and press play once.',
    },
    {
      title: 'The second café is included',
      text: 'Open another branch and play the same station there. There is no fee per location.',
    },
  ],
  steps_heading: 'From your counter to on air',
  steps: [
    {
      title: 'Tell us your vision',
      text: 'Your name, your logo, your voice, and the kind of morning that you want people to have.',
    },
    {
      title: 'Expert curation',
      text: 'People who know music choose what fits your cups, your chairs and the pace of your street.',
    },
    {
      title: 'Fine-tune together',
      text: 'Play it for an hour with the door open, then tell us what felt wrong. We change it.',
    },
    {
      title: 'Go live in your café',
      text: `On air in under ${LAUNCH_HOURS} hours. Your guests can open the station on their phones, too.`,
    },
  ],
  closing: {
    heading: 'Ready to open with your own station?',
    text: 'One short form, and the next playlist is our worry, not yours.',
    has_demo: true,
  },
};
