import { readFileSync } from 'node:fs';

/** One journey for each thing that a person comes for: the browser tests of `npm test`. */
const JOURNEYS: Readonly<Record<string, readonly string[]>> = {
  accounts: [
    'signing up signs in every tab, survives a reload, and signing out ends every tab’s session',
    'the example prints the state of a station with an API key',
  ],
  admin: [
    'admins put a paid order on air, undo a change, and delete the customer without a trace',
    'the export is a CSV file in which no cell is a formula',
  ],
  announcements: ['a member types an announcement, and listeners hear it when it was promised'],
  auth: [
    'a code from a mail signs in',
    'the link in the mail sets a new password once',
    'a member adds a passkey, signs in with it alone and after the password, and removes it',
  ],
  billing: ['a cancellation names the last day and payment first, and can be taken back'],
  contact: ['a message is sent, confirmed, and arrives unchanged as plain text'],
  dashboard: [
    'a new address opens the station and the old one redirects to it',
    'the embed card’s code plays on a page of another origin',
  ],
  docs: ['the API reference has the site’s header, fonts and colours, and no complaint'],
  embeds: [
    'the element fires events with what it plays',
    'a press before the script has loaded is not lost',
  ],
  faults: ['music that a server crash cut off resumes automatically'],
  'first-customer': [
    'on a fresh installation the first customer is heard under their own name within two minutes of paying',
  ],
  'hear-yours': [
    'on a fresh installation a visitor hears their own station, and it waits in the setup form',
  ],
  installable: ['a station’s page is installable with its name and logo'],
  library: ['an admin makes playlists by rule and by hand, and compares their versions'],
  operations: ['an admin runs again what failed, and members see maintenance until it ends'],
  portal: [
    'a press before the script has arrived is not lost',
    'three places can be heard, one at a time',
  ],
  purchase: ['a declined card is not charged, and another pays on the same page'],
  'radio-ids': ['a customer’s script becomes a spoken radio ID that the admin hears and accepts'],
  schedule: ['an admin puts a customer’s station on air, changes its schedule, and goes back'],
  share: ['a listener copies the station’s link by keyboard, and the focus returns'],
  'station-page': [
    'a listener opens the station, presses play and hears it',
    'the card shows the title that the stream plays',
  ],
  support: [
    'an admin sees the portal as a customer, can change nothing, and the customer sees that',
  ],
  tv: ['a wall without a station shows the sample, and switches to the station once it is on air'],
  xss: ['hostile texts in every field of a member are shown as text'],
};

/** An expression for their titles. @throws Error naming a title that no test has any more */
export function journeys(): RegExp {
  const titles = Object.entries(JOURNEYS).flatMap(([spec, ofSpec]) => {
    const source = readFileSync(new URL(`${spec}.spec.ts`, import.meta.url), 'utf8');
    for (const title of ofSpec) {
      if (!source.includes(`'${title}'`))
        throw new Error(`${spec}.spec.ts has no test "${title}".`);
    }
    return ofSpec;
  });
  return new RegExp(
    titles.map((title) => title.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|'),
  );
}
