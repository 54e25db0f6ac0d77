import { LAUNCH_HOURS } from '@stationhouse/platform-api/contract/stations/values';
import { fromPrice } from '../../ui/Money.tsx';
import type { IndustryContent } from './content.ts';
import { packagesWithSpots } from './figures.ts';
import { INDUSTRY_NAMES } from './industry-names.ts';

export const hotel: IndustryContent = {
  name: INDUSTRY_NAMES['/hotel'],
  title: 'Radio for hotels and guest houses',
  description: `A radio station in your hotel’s name, from breakfast to midnight: music chosen by people for lobby, bar and rooms, all houses included, from only ${fromPrice}/mo.`,
  headline: 'A welcome your guests can hear',
  lead: 'Your hotel never closes, and neither does its station. Music chosen by people for every hour of a guest’s stay, under your name, in the lobby, the bar and the room.',
  moment: {
    time: 'Midnight',
    scene:
      'The guests of the last flight come in with their cases. Low light, slow piano, a hushed double bass: the lobby says welcome before the desk can.',
  },
  card: {
    station_name: 'The Linden Radio',
    announcement:
      'Welcome to The Linden. Breakfast is in the garden room from seven until half past ten, and reception is open all night.',
  },
  features_heading: 'What your hotel gets',
  features: [
    {
      title: 'From breakfast to nightcap',
      text: 'Light over the coffee, lively at the bar, hushed after midnight. It plays 24/7, so the night porter has nothing to switch on.',
    },
    {
      title: 'In the room, on their own phone',
      text: 'Your station has a short address of its own. Guests open it in their browser, with no app and no account, as many of them as you have.',
    },
    {
      title: 'The bar, the spa, the late checkout',
      text: `Announcements in a voice that suits the house, as often as you choose, on ${packagesWithSpots}.`,
    },
    {
      title: 'A screen for the lobby',
      text: 'The TV view fills a screen with your station and the current song. All it needs is a browser.',
    },
    {
      title: 'One sound for every house',
      text: 'Sister hotels play the same station at no extra cost. Returning guests know where they are before they see the sign.',
    },
    {
      title: 'What to check first',
      text: 'Public rooms and guest rooms may each need a licence for music, depending on the country. It is not part of a package; our FAQ explains whom to ask.',
    },
  ],
  steps_heading: 'From check-in to on air',
  steps: [
    {
      title: 'Tell us about your house',
      text: 'Its name on air, its voice, its guests, and how its day turns into its night.',
    },
    {
      title: 'We curate by the hour',
      text: 'Our music people choose for each part of the day and for the rooms where it plays.',
    },
    {
      title: 'Walk through it together',
      text: 'Hear it at breakfast and at the bar, then tell us where it should be softer.',
    },
    {
      title: 'Open the doors',
      text: `On air in under ${LAUNCH_HOURS} hours, on every floor where you have a speaker and a browser.`,
    },
  ],
  closing: {
    heading: 'Ready to greet your guests in your own voice?',
    text: 'Your station can be playing in the lobby before this week’s guests check out.',
    has_demo: true,
  },
};
