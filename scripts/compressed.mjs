// A plugin for Rollup and Vite: writes a compressed copy beside each file that a browser loads, so
// that serving it costs no work. Both are written together, so they always match.
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const encodings = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** Below this size in bytes compression saves less than its headers cost. */
const WORTH_IT = 1024;

/** Writes the compressed copies of one file. */
export async function writeCompressed(path, bytes) {
  if (!/\.(?:js|json|css|svg)$/.test(path) || bytes.length < WORTH_IT) return;
  for (const [ending, encode] of Object.entries(encodings)) {
    await writeFile(`${path}.${ending}`, await encode(bytes));
  }
}

export function compressed() {
  return {
    name: 'compressed',
    async writeBundle(options, bundle) {
      const folder = options.dir ?? dirname(options.file);
      for (const file of Object.values(bundle)) {
        const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        await writeCompressed(join(folder, file.fileName), bytes);
      }
    },
  };
}
