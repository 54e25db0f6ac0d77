import { LAUNCH_HOURS } from '@stationhouse/platform-api/contract/stations/values';
import { PLAYLIST_UPDATE_WEEKS } from '@stationhouse/platform-api/contract/billing/prices';
import { fromPrice } from '../../ui/Money.tsx';
import type { IndustryContent } from './content.ts';
import { packagesWithSpots } from './figures.ts';
import { INDUSTRY_NAMES } from './industry-names.ts';

export const office: IndustryContent = {
  name: INDUSTRY_NAMES['/office'],
  title: 'Radio for offices and workplaces',
  description: `A radio station in your company’s name: calm music chosen by people for work, short house news, reception to kitchen, from only ${fromPrice}/mo.`,
  headline: 'Music your whole office can work to',
  lead: 'A station in your company’s name, quiet enough to think, good enough to stay. No colleague has to pick the songs.',
  moment: {
    time: '3 pm',
    scene:
      'The long stretch between lunch and the last meeting. Soft electronics, a little jazz, few words: enough to cover the photocopier, never enough to break a sentence.',
  },
  card: {
    station_name: 'Third Floor Radio',
    announcement:
      'A short note from Third Floor Radio: the fire alarm is tested on Wednesdays at ten. Stay where you are; it takes less than a minute.',
  },
  features_heading: 'What your office gets',
  features: [
    {
      title: 'Made for concentration',
      text: 'Few words, soft edges, no sudden choruses. People choose each song with an open-plan floor in mind.',
    },
    {
      title: 'No more playlist debates',
      text: 'One station for everyone, chosen by people outside the building. It changes often, so there is no need to take turns.',
    },
    {
      title: 'House news, kindly put',
      text: `Visitors’ day, the canteen, the bike shed: short announcements in a friendly voice, on ${packagesWithSpots}. Station pages are public, so keep announcements suitable for guests.`,
    },
    {
      title: 'Reception, kitchen, home desk',
      text: 'Anyone with the address can listen, in the lobby or at home. Listeners need no account and there is no limit on how many listen at once.',
    },
    {
      title: 'Updated automatically',
      text: `Playlists are updated every ${PLAYLIST_UPDATE_WEEKS} weeks, and the stream runs day and night. There is nothing for your IT team to look after.`,
    },
    {
      title: 'Before you press play',
      text: 'Music that staff can hear at work usually needs a licence for the premises. It is not part of a package; our FAQ says what to check.',
    },
  ],
  steps_heading: 'Four steps to a better floor',
  steps: [
    {
      title: 'Tell Us Your Vision',
      text: 'How your people work, what your guests should feel, and the name to be heard on air.',
    },
    {
      title: 'Expert Curation',
      text: 'Our music people choose for focus in the morning and for lighter hours after lunch.',
    },
    {
      title: 'Fine-Tune Together',
      text: 'Let the team live with it for a day, gather the groans, and send them to us.',
    },
    {
      title: 'Launch In Your Office',
      text: `In under ${LAUNCH_HOURS} hours. Open one page in a browser, at reception or at each desk.`,
    },
  ],
  closing: {
    heading: 'Ready for a calmer Monday?',
    text: 'Put your own station on at reception this week, and see who asks what is playing.',
    has_demo: true,
  },
};
