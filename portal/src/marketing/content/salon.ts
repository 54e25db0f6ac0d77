import { LAUNCH_HOURS } from '@stationhouse/platform-api/contract/stations/values';
import { PLAYLIST_UPDATE_WEEKS } from '@stationhouse/platform-api/contract/billing/prices';
import { fromPrice } from '../../ui/Money.tsx';
import type { IndustryContent } from './content.ts';
import { packagesWithSpots } from './figures.ts';
import { INDUSTRY_NAMES } from './industry-names.ts';

/** The titles of features and steps, and the badges, are the specification's own (§2). */
export const salon: IndustryContent = {
  name: INDUSTRY_NAMES['/salon'],
  title: 'Radio for hair and beauty salons',
  description: `A radio station in your salon’s name: hits chosen by people, your treatments on air, 365 days of music, set up in ${LAUNCH_HOURS} hours, from only ${fromPrice}/mo.`,
  headline: 'Your salon, with music worth sitting still for',
  lead: 'A client spends two hours in your chair, your stylists spend the week. Give them both a station in your name, with hits chosen by people and never the same month twice.',
  moment: {
    time: '10 am',
    scene:
      'Foils in one chair, a fringe in the next, the kettle on. Bright pop that lifts the mirror lights, easy enough to talk over when the stories get good.',
  },
  card: {
    station_name: 'Studio Eleven Radio',
    announcement:
      'You’re listening to Studio Eleven Radio. If you love how your hair feels today, ask your stylist which mask we used. It’s on the shelf by the door.',
  },
  badges: ['365 days Live Music Playing', `${LAUNCH_HOURS}hrs Setup Time`],
  features_heading: 'What your salon gets',
  features: [
    {
      title: 'Hit Music Playlists',
      text: `Songs that clients know and stylists still like, updated every ${PLAYLIST_UPDATE_WEEKS} weeks. Tell us what must never play, and it won’t.`,
    },
    {
      title: 'Perfect Volume Control',
      text: 'Set the level once on your own device or speakers, over the dryers or under the talk. Mute is one tap away when the phone rings.',
    },
    {
      title: 'Custom Announcements',
      text: `A new colour range, a free slot on Tuesday, the gift cards by the till: your words between the songs, on ${packagesWithSpots}.`,
    },
    {
      title: 'Professional Curation',
      text: 'People choose your music, not a machine that heard one song you liked. They know a barber from a day spa.',
    },
    {
      title: '24/7 Broadcasting',
      text: 'Early bride or late walk-in, your station is on before you are. Press play in any browser and forget about it.',
    },
    {
      title: 'Brand Integration',
      text: 'Your name spoken on air in the voice you choose, your logo on the station’s page, and a player in your colours on your website.',
    },
  ],
  steps_heading: 'Four steps to your own sound',
  steps: [
    {
      title: 'Setup',
      text: 'Choose a package and fill in one short form: name, logo, voice, and the words to be spoken.',
    },
    {
      // As the specification spells it, with the straight apostrophe.
      title: "Let's start",
      text: 'Our music people build your playlists, and change what you would like changed.',
    },
    {
      title: 'Go Live',
      text: `Within ${LAUNCH_HOURS} hours your station has its own page. Open it on the salon’s tablet and press play.`,
    },
    {
      title: 'Enjoy',
      text: 'Music 365 days a year. The only thing left to choose is the shade.',
    },
  ],
  closing: {
    heading: 'Ready for a salon that sounds like you?',
    text: `Start today, and hear your own station in the chair within ${LAUNCH_HOURS} hours.`,
    has_demo: false,
  },
};
