import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';

/** One file of a player. */
export interface PlayerFile {
  name: string;
  content: Uint8Array;
  /** Whether every page loads it, rather than on demand. */
  isAtOnce: boolean;
}

/** The files of a player; the first is the script that a page names. */
export type PlayerFiles = readonly PlayerFile[];

/** The peers are installed as dependencies of the bench. */
const MODULES = join(import.meta.dirname, '../node_modules');

/** The installed version of a package. */
export async function version(name: string): Promise<string> {
  const manifest = await readFile(join(MODULES, name, 'package.json'), 'utf8');
  // Every package.json has a version.
  return (JSON.parse(manifest) as { version: string }).version;
}

/** Files that a package ships ready to use. */
export async function prebuilt(name: string, script: string, style: string): Promise<PlayerFiles> {
  const file = async (path: string, served: string): Promise<PlayerFile> => ({
    name: served,
    content: await readFile(join(MODULES, name, path)),
    isAtOnce: true,
  });
  return Promise.all([file(script, `${name}.js`), file(style, `${name}.css`)]);
}

/** Bundled as a site's own build would do it, with chunks for what is loaded on demand. */
export async function bundled(name: string, source: string): Promise<PlayerFiles> {
  const entry = `${name}.js`;
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: dirname(import.meta.filename), sourcefile: entry },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    outdir: `/${name}`,
    entryNames: name,
    conditions: ['browser', 'production'],
    define: { 'process.env.NODE_ENV': '"production"' },
    metafile: true,
    write: false,
    logLevel: 'error',
  });
  const atOnce = importedAtOnce(metafile, entry);
  return outputFiles
    .map(({ path, contents }) => ({ name: fileName(path), content: contents }))
    .map((file) => ({ ...file, isAtOnce: atOnce.has(file.name) }))
    .toSorted((a, b) => Number(b.name === entry) - Number(a.name === entry));
}

const fileName = (path: string): string => path.split('/').at(-1) ?? '';

/** A file and all of its static imports. */
function importedAtOnce({ outputs }: Metafile, entry: string, found = new Set<string>()) {
  if (found.has(entry)) return found;
  found.add(entry);
  const output = Object.entries(outputs).find(([path]) => fileName(path) === entry)?.[1];
  for (const { path, kind } of output?.imports ?? []) {
    if (kind === 'import-statement') importedAtOnce({ outputs, inputs: {} }, fileName(path), found);
  }
  return found;
}

/**
 * The size of what a page loads at once, each file compressed separately: gzip level 9 and brotli
 * quality 11.
 */
export function weigh(files: PlayerFiles): { gzip: number; brotli: number } {
  const sum = (compress: (content: Uint8Array) => Uint8Array): number =>
    files
      .filter(({ isAtOnce }) => isAtOnce)
      .reduce((bytes, { content }) => bytes + compress(content).length, 0);
  return {
    gzip: sum((content) => gzipSync(content, { level: 9 })),
    brotli: sum((content) =>
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    ),
  };
}
