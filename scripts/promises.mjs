/**
 * The promises to those who listen and to those who pay, in the order of the report (`proof.mjs`). Each is
 * shown by tests, or by figures of `npm run bench`: the promise holds if every one of them passes, and none was left out.
 *
 * @type {{
 *   name: string, promise: string, goal: string,
 *   unit?: string[], browser?: string[], bench?: { name: string, figures: RegExp },
 * }[]}
 */
export const PROMISES = [
  {
    name: 'mixing',
    promise: 'Overlaps, voice-over and starts are where the programme says',
    goal: 'within a frame of 24 ms, in three renditions',
    unit: ['platform-api/src/broadcast/mixed-programme.soak.test.ts'],
  },
  {
    name: 'on-air',
    promise:
      'A stream is what the preview said; a change, an announcement and a restart come when promised',
    goal: '30 minutes to the frame; a publish after 30 to 40 s; over the music within 15 s',
    unit: ['platform-api/src/broadcast/on-air.soak.test.ts'],
  },
  {
    name: 'faults',
    promise:
      'An hour of faults at random is not heard: replicas, database, bucket, clock, disk, releases',
    goal: 'no frame lost, none different on another replica, each press heard as promised',
    unit: ['scripts/hour-of-faults.soak.test.mjs'],
  },
  {
    name: 'schedule',
    promise: 'A schedule is kept without drift over both changes of the clock',
    goal: '60 days of random stations, the same on every replica',
    unit: ['platform-api/src/timeline/timeline.soak.test.ts'],
  },
  {
    name: 'locations',
    promise: 'A silent location is told while it is open, and a playing one never',
    goal: '500 players for 30 days, each within 5 min 30 s',
    unit: ['platform-api/src/locations/month.soak.test.ts'],
  },
  {
    name: 'walk',
    promise: 'An owner pairs two locations, announces at one, and is told of a cut line',
    goal: 'all on the screen; no byte differs at the other location',
    browser: ['locations-walk.soak.spec.ts'],
  },
  {
    name: 'reserve',
    promise: 'A location plays on while its line is cut for ten minutes',
    goal: 'no gap of a second, no wrong title, in Chromium and Firefox',
    browser: ['location-player.soak.spec.ts'],
  },
  {
    name: 'titles',
    promise: 'A title is what is heard',
    goal: 'never 300 ms apart, in Chromium and Firefox, by stream and by HLS',
    browser: ['tones.soak.spec.ts', 'hls.soak.spec.ts'],
  },
  {
    name: 'announcements',
    promise: 'Announcements air when they were promised, through restarts',
    goal: 'each of them',
    unit: ['platform-api/src/announcements/announcements.soak.test.ts'],
  },
  {
    name: 'hours',
    promise: 'Listening hours are counted once',
    goal: 'a killed process loses under 50 s of a connection, and adds none',
    browser: ['listening.soak.spec.ts'],
  },
  {
    name: 'reports',
    promise: 'Royalty reports add up, and a changed proof of play is refused',
    goal: 'equal when computed twice; every changed byte refused',
    unit: [
      'platform-api/src/proof/reports.test.ts',
      'platform-api/src/proof/proof.test.ts',
      'sdk/src/proof/altered-proofs.test.ts',
    ],
  },
  {
    name: 'upgrades',
    promise: 'An upgrade and a rollback lose no request',
    goal: '20 of each, under load',
    unit: ['scripts/upgrade.soak.test.mjs'],
  },
  {
    name: 'idle',
    promise: 'A station without listeners costs nothing, and what plays now is known at once',
    goal: '10,000 stations under 1 % of a core and 50 MB; 1 ms cold',
    bench: { name: 'on-air', figures: /no listener|What plays now|replicas/ },
  },
];
