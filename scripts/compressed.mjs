// A plugin for Rollup and Vite: writes a compressed copy beside each file that a browser loads, so
// that serving it costs no work. Both are written together, so they always match.
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const encodings = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** Below this size in bytes compression saves less than its headers cost. */
const WORTH_IT = 1024;

export function compressed() {
  return {
    name: 'compressed',
    async writeBundle(options, bundle) {
      const folder = options.dir ?? dirname(options.file);
      for (const file of Object.values(bundle)) {
        const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        if (!/\.(?:js|json|css|svg)$/.test(file.fileName) || bytes.length < WORTH_IT) continue;
        for (const [ending, encode] of Object.entries(encodings)) {
          await writeFile(join(folder, `${file.fileName}.${ending}`), await encode(bytes));
        }
      }
    },
  };
}
