// The NOTICE of a release: the software of others in it, with their licences.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Development packages of which the build puts code or fonts into its output. */
const BUNDLED = [
  '@fontsource/bricolage-grotesque',
  '@preact/compat',
  'jose',
  'preact',
  'tailwindcss',
];

/** Licences that are fine for a program that is sold as a service and given away. The notice says more about the last three. */
const ACCEPTED = [
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT and ISC',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'BSD-4-Clause',
  'LGPL-3.0',
  'LGPL-3.0-or-later',
];

/** Libraries of several licences name each: `Apache-2.0 AND LGPL-3.0-or-later`. */
const isAccepted = (license) =>
  ACCEPTED.includes(license) ||
  license?.split(' AND ').every((each) => ACCEPTED.includes(each)) === true;

const HEAD = `Stationhouse
Its own licence is in the file LICENSE. It contains or installs the software of others, which is listed here with its licences.

Libraries under the GNU Lesser General Public License
-----------------------------------------------------
LAME, as lamejs (https://lame.sourceforge.net), encodes MP3 where ffmpeg is not installed. libvips and the libraries in it
(https://github.com/lovell/sharp-libvips) make pictures smaller. Both are unmodified, and are packages of their own in
node_modules: you may replace them by versions of your own. Their sources are at these addresses, for the versions below.

Speech
------
This product includes Flite, a speech synthesizer developed by the Language Technologies Institute of Carnegie Mellon
University (https://github.com/festvox/flite).

`;

const isText = (file) => /^(?:licen[cs]e|copying|notice)/i.test(file);

/** The packages of a lock file that are installed or bundled, by name. */
function packagesOf(lock) {
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, facts]) => ({ path, name: path.split('node_modules/').at(-1), ...facts }))
    .filter(({ name, dev, devOptional }) => (!dev && !devOptional) || BUNDLED.includes(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The licence texts in the folder of a package. Packages for other systems are not installed here, and some have none. */
async function textsOf({ path }) {
  const folder = join(root, path);
  if (!existsSync(folder)) return [];
  const files = (await readdir(folder)).filter(isText).sort();
  return Promise.all(
    files.map(async (file) => (await readFile(join(folder, file), 'utf8')).trim()),
  );
}

/**
 * @param lock a parsed package-lock.json
 * @returns {Promise<string>}
 * @throws Error naming a package of which the licence is not accepted
 */
export async function noticeOf(lock) {
  const packages = packagesOf(lock);
  const texts = new Map();
  for (const one of packages) {
    if (!isAccepted(one.license)) {
      throw new Error(
        `Read the licence of ${one.name}, ${one.license}, before it is accepted (scripts/notice.mjs).`,
      );
    }
    for (const text of await textsOf(one)) {
      const hash = createHash('sha256').update(text).digest('hex');
      const known = texts.get(hash) ?? { text, names: [] };
      known.names.push(one.name);
      texts.set(hash, known);
    }
  }
  const lines = packages.map(({ name, version, license }) => `${name} ${version}, ${license}`);
  const licences = [...texts.values()].map(
    ({ text, names }) => `${'='.repeat(80)}\n${names.join(', ')}\n\n${text}\n`,
  );
  return `${HEAD}Packages\n--------\n${[...new Set(lines)].join('\n')}\n\n${licences.join('\n')}`;
}
