import type { Industry } from '@stationhouse/platform-api/contract/setup/values';

/** A place that a visitor can hear. `spoken` is what portal/samples/make.mts has spoken. */
export interface Place {
  id: 'cafe' | 'bar' | 'shop' | Exclude<Industry, 'cafe' | 'retail'>;
  station_name: string;
  moment: string;
  /** The music in a few words. */
  music: string;
  spoken: string;
}

/** The places of "Hear three places". Each is heard with either voice. */
export const places: readonly Place[] = [
  {
    id: 'cafe',
    station_name: 'Bluebird Café Radio',
    moment: 'A café, 8 in the morning',
    music: 'Warm and unhurried, for a queue that reaches the door.',
    spoken:
      'Good morning. You are listening to Bluebird Cafe Radio. The first loaves are just out of the oven.',
  },
  {
    id: 'bar',
    station_name: 'Copper Bar Radio',
    moment: 'A bar, 10 in the evening',
    music: 'Low lights, low voices, a slow pulse under the talk.',
    spoken: 'This is Copper Bar Radio. Stay a little longer. The kitchen is open until eleven.',
  },
  {
    id: 'shop',
    station_name: 'Harbour Street Radio',
    moment: 'A shop, Saturday at noon',
    music: 'Bright and quick, so that nobody stands still for long.',
    spoken:
      'Welcome to Harbour Street. This is our own radio. Ask us about the autumn collection, upstairs on the left.',
  },
  {
    id: 'gym',
    station_name: 'Forge Radio',
    moment: 'A gym, 6 in the morning',
    music: 'A steady drive that carries a whole set.',
    spoken: 'This is Forge Radio. Spin is in studio two at quarter past six, every weekday.',
  },
  {
    id: 'office',
    station_name: 'Third Floor Radio',
    moment: 'An office, 3 in the afternoon',
    music: 'Soft edges and few words, so that sentences get finished.',
    spoken:
      'A short note from Third Floor Radio: the fire alarm is tested on Wednesdays at ten. Stay where you are.',
  },
  {
    id: 'hotel',
    station_name: 'The Linden Radio',
    moment: 'A hotel lobby at midnight',
    music: 'Low light and a slow pulse, for the guests of the last flight.',
    spoken:
      'Welcome to The Linden. Breakfast is in the garden room from seven until half past ten.',
  },
  {
    id: 'supermarket',
    station_name: 'Harvest Lane Radio',
    moment: 'A supermarket, 5 in the afternoon',
    music: 'Gentle and familiar, so that the queue feels shorter.',
    spoken:
      'From the bakery at Harvest Lane: the sourdough is on the shelf at the end of aisle four.',
  },
  {
    id: 'salon',
    station_name: 'Studio Eleven Radio',
    moment: 'A salon, 10 in the morning',
    music: 'Bright, and easy enough to talk over.',
    spoken:
      'You are listening to Studio Eleven Radio. Ask your stylist which mask we used. It is on the shelf by the door.',
  },
];

/** The places of the front page. */
const THREE: readonly Place['id'][] = ['cafe', 'bar', 'shop'];

/** Three places to hear: the industry's own one first, where the page is about one. */
export function placesFor(industry: Industry | undefined): Place[] {
  const own = industry === 'retail' ? 'shop' : industry;
  const ids = [...new Set([...(own ? [own] : []), ...THREE])].slice(0, THREE.length);
  return ids.flatMap((id) => places.find((place) => place.id === id) ?? []);
}
