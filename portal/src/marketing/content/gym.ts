import { ANNOUNCEMENT_FREQUENCY } from '@stationhouse/platform-api/contract/setup/values';
import { LAUNCH_HOURS } from '@stationhouse/platform-api/contract/stations/values';
import { PLAYLIST_UPDATE_WEEKS } from '@stationhouse/platform-api/contract/billing/prices';
import { fromPrice } from '../../ui/Money.tsx';
import type { IndustryContent } from './content.ts';
import { packagesWithSpots } from './figures.ts';
import { INDUSTRY_NAMES } from './industry-names.ts';

export const gym: IndustryContent = {
  name: INDUSTRY_NAMES['/gym'],
  title: 'Radio for gyms and fitness studios',
  description: `A radio station in your gym’s name: driving music picked by people, your classes announced on air, every room and club included, from only ${fromPrice}/mo.`,
  headline: 'A gym floor that never loses its drive',
  lead: 'A station in your club’s name that knows six in the morning from a Sunday afternoon. The music is picked by people for its pulse, and your classes are announced between the tracks.',
  moment: {
    time: '6 am',
    scene:
      'Half the lights are on and the early squad is already rowing. Steady, driving tracks that carry a whole set, without shouting before breakfast.',
  },
  card: {
    station_name: 'Forge Radio',
    announcement:
      'This is Forge Radio. Spin is in studio two at quarter past six, every weekday. Bring water, and wipe down your bench for whoever comes next.',
  },
  features_heading: 'What your gym gets',
  features: [
    {
      title: 'Tempo for your peak hours',
      text: 'Before work, at lunch, after five: tell us when the floor is full, and the playlists push when your members do.',
    },
    {
      title: 'Fresh for your trainers too',
      text: `Your team hears every track of every shift. New playlists every ${PLAYLIST_UPDATE_WEEKS} weeks keep the music from becoming the hardest part of the job.`,
    },
    {
      title: 'Lyrics you can stand behind',
      text: 'Teenagers, families, the over-sixties class: tell us what must never play, and the people who choose your music leave it out.',
    },
    {
      title: 'Classes announced on air',
      text: `Opening hours, a new coach, the class after this one: your own announcements every ${ANNOUNCEMENT_FREQUENCY.min} to ${ANNOUNCEMENT_FREQUENCY.max} minutes, as you set it, on ${packagesWithSpots}.`,
    },
    {
      title: 'Floor, studio and second club',
      text: 'Play the same station in every room and every club, with no fee per location and no limit on listeners at the same time.',
    },
    {
      title: 'A straight word on licences',
      text: 'Music on a gym floor, and in classes above all, usually needs a licence of your own. It is not part of a package; our FAQ says what to check.',
    },
  ],
  steps_heading: 'From warm-up to on air',
  steps: [
    {
      title: 'Tell us your vision',
      text: 'Strength, spin or stretch: your name, your voice, your members, and when they come.',
    },
    {
      title: 'Expert curation',
      text: 'Our music people build playlists with the drive that you describe, and the calm for the mats.',
    },
    {
      title: 'Fine-tune together',
      text: 'Train to it for a day. Too soft at seven, too hard at two: say so, and we adjust.',
    },
    {
      title: 'Go live on the floor',
      text: `In under ${LAUNCH_HOURS} hours your station plays from any browser connected to your speakers.`,
    },
  ],
  closing: {
    heading: 'Ready to lift the room?',
    text: 'Your own station on the floor this week, and new music to train to long before anyone asks.',
    has_demo: true,
  },
};
