// Reads the Dockerfile and .dockerignore, as far as ours use them, so that tests can follow them without an engine.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** @returns {Promise<{ name: string, value: string }[]>} the instructions in order */
export async function readDockerfile() {
  const text = await readFile(join(root, 'Dockerfile'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, value] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
      if (name === undefined) throw new Error(`Not an instruction on one line: ${line}`);
      return { name, value };
    });
}

/** Docker's patterns: `**` is any folders, `*` any name. A folder's pattern covers what is in it. */
function patternOf(line) {
  const source = line
    .replaceAll('.', String.raw`\.`)
    .replaceAll('**/', '(?:.+/)?')
    .replaceAll(/(?<!\))\*/g, '[^/]*');
  return new RegExp(`^${source}(?:/|$)`);
}

/** @returns {Promise<string[]>} the files and links of this folder that are sent to the engine */
export async function buildContext() {
  const text = await readFile(join(root, '.dockerignore'), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const ignored = lines.map(patternOf);
  async function filesIn(folder) {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    const found = entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (ignored.some((pattern) => pattern.test(path))) return [];
      return entry.isDirectory() ? filesIn(path) : [path];
    });
    return (await Promise.all(found)).flat();
  }
  return filesIn('');
}
