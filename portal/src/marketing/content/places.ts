/** A place that a visitor can hear. `spoken` is what portal/samples/make.mts has spoken. */
export interface Place {
  id: 'cafe' | 'bar' | 'shop';
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
];
