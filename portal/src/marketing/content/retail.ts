import { LAUNCH_HOURS } from '@stationhouse/platform-api/contract/stations/values';
import { PLAYLIST_UPDATE_WEEKS } from '@stationhouse/platform-api/contract/billing/prices';
import { fromPrice } from '../../ui/Money.tsx';
import type { IndustryContent } from './content.ts';
import { LAUNCH_DAYS, packagesWithSpots, spotCounts } from './figures.ts';
import { INDUSTRY_NAMES } from './industry-names.ts';

export const retail: IndustryContent = {
  name: INDUSTRY_NAMES['/retail'],
  title: 'Radio for shops and stores',
  description: `Store radio in your shop’s name: music chosen by people for your customers, your own spots between the songs, all branches included, from only ${fromPrice}/mo.`,
  headline: 'A shop worth one more song',
  lead: 'You chose the shelves, the light and the window. Now choose what people hear while they look round: a station of your own, with your name and no other company’s adverts.',
  moment: {
    time: '2 pm, Saturday',
    scene:
      'Every fitting room is taken and someone’s partner has found the armchair. Bright, unhurried songs that make ten more minutes feel like a good idea.',
  },
  card: {
    station_name: 'Marlow & Finch Radio',
    announcement:
      'You’re listening to Marlow and Finch Radio. The new knitwear is upstairs on the first floor, and the fitting rooms are at the back, by the stairs.',
  },
  features_heading: 'What your shop gets',
  features: [
    {
      title: 'Music that suits the window',
      text: 'Vintage denim or running shoes, toys or tailoring: people choose songs that fit your products and your customers.',
    },
    {
      title: 'A team that still hums along',
      text: `Eight hours of the same 30 songs would empty anyone’s smile. Playlists are updated every ${PLAYLIST_UPDATE_WEEKS} weeks.`,
    },
    {
      title: 'Your offers, on air',
      text: `Commercial spots of your own between the songs: ${spotCounts}. You set how often they play and how many in a break.`,
    },
    {
      title: 'Your name, well spoken',
      text: 'A custom station name, and radio IDs in the voice you choose. Customers hear your brand where a public station would say its own.',
    },
    {
      title: 'The same in every branch',
      text: 'One station plays in the flagship, the outlet and the pop-up, at no extra cost for each location.',
    },
    {
      title: 'On your website, too',
      text: 'Paste one line of HTML, and your online shop has the player in your colours, with the song that is on now.',
    },
  ],
  steps_heading: 'From Concept to Store Radio in Days',
  steps: [
    {
      title: 'Tell us your vision',
      text: 'Your brand in your own words, its name on air, its voice, and the customers you want to feel at home.',
    },
    {
      title: 'Expert curation',
      text: 'Our music people turn that into playlists, busy for Saturday and easy for Tuesday morning.',
    },
    {
      title: 'Fine-tune together',
      text: `Listen on the shop floor and tell us what to move. On ${packagesWithSpots}, send your first spots as well.`,
    },
    {
      title: 'Go live in store',
      text: `On air in under ${LAUNCH_HOURS} hours, about ${LAUNCH_DAYS} business days after you send the form.`,
    },
  ],
  closing: {
    heading: 'Ready to Transform Your Store?',
    text: 'Give it a sound of its own, in every branch, for one price a month.',
    has_demo: true,
  },
};
