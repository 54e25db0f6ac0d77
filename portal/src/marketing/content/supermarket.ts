import { LAUNCH_HOURS } from '@stationhouse/platform-api/contract/stations/values';
import { PLAYLIST_UPDATE_WEEKS } from '@stationhouse/platform-api/contract/billing/prices';
import { fromPrice } from '../../ui/Money.tsx';
import type { IndustryContent } from './content.ts';
import { fewestListeningHours, SHOP_DAY_HOURS, SHOP_MONTH_HOURS, spotCounts } from './figures.ts';
import { INDUSTRY_NAMES } from './industry-names.ts';

export const supermarket: IndustryContent = {
  name: INDUSTRY_NAMES['/supermarket'],
  title: 'Radio for supermarkets and grocers',
  description: `In-store radio in your own name: well-known songs chosen by people, your offers between them, no rival’s adverts, every branch included, from only ${fromPrice}/mo.`,
  headline: 'In-store radio that speaks for your shelves',
  lead: 'Songs that people know, chosen by people who know why, and between them your bakery, your offers and your name. No other shop’s adverts will ever play in your aisles.',
  moment: {
    time: '5 pm',
    scene:
      'Baskets after work, a tired child, a list on the back of an envelope. Songs that everyone half knows, a touch brighter than the weather, so that the queue feels shorter than it is.',
  },
  card: {
    station_name: 'Harvest Lane Radio',
    announcement:
      'From the bakery at Harvest Lane: the sourdough is on the shelf at the end of aisle four, still warm most days until noon. Just ask if you would like it sliced.',
  },
  features_heading: 'What your supermarket gets',
  features: [
    {
      title: 'Songs everyone half knows',
      text: 'From the early customers at eight to the students at nine: wide, friendly music, with words that you can play to all of them.',
    },
    {
      title: 'Your offers between the songs',
      text: `Commercial spots of your own: ${spotCounts}. You choose how often they play, and how many in one break.`,
    },
    {
      title: 'No rival in your aisles',
      text: 'A public station sells its airtime to any advertiser. On yours, the spots and the name between the songs are your own.',
    },
    {
      title: 'Kinder to the tills',
      text: `Your cashiers hear the music all day. They get new playlists every ${PLAYLIST_UPDATE_WEEKS} weeks.`,
    },
    {
      title: 'Every branch, one price',
      text: `No fee per location. A player that is on ${SHOP_DAY_HOURS} hours a day uses about ${SHOP_MONTH_HOURS} listening hours a month, out of ${fewestListeningHours} or more.`,
    },
    {
      title: 'Next week’s spot in a minute',
      text: 'Upload an MP3 in your dashboard and listen to it there. We get a message at once and put it on air for you.',
    },
  ],
  steps_heading: 'From delivery to on air',
  steps: [
    {
      title: 'Tell us about your shop',
      text: 'Your customers at each hour, your speciality, and how your name should sound.',
    },
    {
      title: 'We stock the playlists',
      text: 'Our music people choose songs that suit a full trolley and leave out what does not.',
    },
    {
      title: 'Taste it together',
      text: 'Play it through a busy afternoon. We take out the songs that your cashiers dislike.',
    },
    {
      title: 'Open the aisles',
      text: `On air in under ${LAUNCH_HOURS} hours, in one branch or in all of them on the same day.`,
    },
  ],
  closing: {
    heading: 'Ready to put your own name on the air?',
    text: 'Your offers, your voice, your music, in every branch for one price a month.',
    has_demo: true,
  },
};
