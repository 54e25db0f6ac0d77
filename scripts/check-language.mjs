// `npm run language`: finds banned phrases in comments and in the contract's sentences, and citations of
// documents that are not in this repository (docs/glossary.md has the rules).
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { dirname, join } from 'node:path';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Hard-to-read phrases, and what to write instead. */
const BANNED = [
  [/\(ours\)/, 'leave it out: a number without a source is our own'],
  [/\b(?:is|are|was|were) none\b/, 'say what is missing or invalid'],
  [/\bstands? twice\b/, 'say that it appears twice'],
  [/\bas it stands\b/, 'say "unchanged"'],
  [/\bby itself\b/, 'say "automatically"'],
  [/\b(?:tells|hears) of\b/, 'name what is sent or received'],
  [/\bgoes on\b/, 'say "continues"'],
  [/\bcomes of\b/, 'say "results from"'],
  [/\bthat which\b/, 'name the thing'],
  [
    /(?:^|[.;:] )(?:Whoever|whoever|Who|Nobody|Somebody|What) (?!is |are |does |do )/,
    'name the subject',
  ],
];

/** Citations that lead nowhere. `specification §5` leads to docs/specification.md, `decision 7` to its page. */
const FOREIGN = [
  /\(security\b[,)]/,
  /\(design\b[,)]/,
  /\bAPI (?:document|rules)\b/,
  /\bfault table\b/,
  /\bissue \d+\b/,
];

/** The text of each comment, with its line: neighbouring line comments are one. */
function commentsOf(text) {
  const found = [];
  let last;
  text.split('\n').forEach((line, index) => {
    const [, start, words] =
      /^\s*(\/\/|\/\*\*?|\*(?!\/)|\{\/\*|<!--)\s?(.*?)(?:\s*\*\/\}?|\s*-->)?$/.exec(line) ??
      /[\s;,({]((?:\/\/|\/\*\*?))\s(.*?)(?:\s*\*\/)?$/.exec(line) ??
      [];
    if (start === undefined) return void (last = undefined);
    const isParagraph = /^@|^$/.test(words) || (start !== '*' && start !== '//') || !last;
    if (isParagraph) found.push((last = { line: index + 1, text: '' }));
    last.text = `${last.text} ${words}`.trim();
  });
  return found;
}

/** The string literals of the contract, which are sentences that people read. */
const sentencesOf = (text) =>
  text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/'((?:[^'\\]|\\.)+)'|"((?:[^"\\]|\\.)+)"|`([^`]+)`/g)]
        .map((match) => ({ line: index + 1, text: match[1] ?? match[2] ?? match[3] }))
        .filter((one) => one.text.includes(' ')),
    );

/** Citations of our own documents whose file, section or decision does not exist. */
function missingCitations(file, text, { sections, decisions, exists }) {
  const missing = [];
  for (const [all, section] of text.matchAll(/specification §(\d+)/g)) {
    if (!sections.has(section)) missing.push(all);
  }
  for (const [all, number] of text.matchAll(/\bdecision (\d+)/g)) {
    if (!decisions.has(Number(number))) missing.push(all);
  }
  for (const [path] of text.matchAll(/(?<![\w/.])(?:docs|bench|examples|sdk)\/[\w./-]+\.md\b/g)) {
    if (!exists(path) && !exists(join(dirname(file), path))) missing.push(path);
  }
  return missing;
}

/**
 * @param file its path, which decides what of it is checked
 * @returns a line for each fault
 */
export function faultsOf(file, text, repository) {
  const isContract = file.startsWith('platform-api/contract/');
  const parts = [...commentsOf(text), ...(isContract ? sentencesOf(text) : [])];
  return parts.flatMap(({ line, text: words }) => {
    const at = `${file}:${line}`;
    const plain = words.replaceAll(/`[^`]*`|"[^"]*"/g, '…');
    return [
      ...BANNED.filter(([phrase]) => phrase.test(plain)).map(
        ([phrase, mend]) => `${at}: "${phrase.exec(plain)[0].trim()}": ${mend}\n    ${words}`,
      ),
      ...FOREIGN.filter((citation) => citation.test(plain)).map(
        (citation) =>
          `${at}: cites "${citation.exec(plain)[0]}", which is not in this repository\n    ${words}`,
      ),
      ...missingCitations(file, words, repository).map(
        (citation) => `${at}: cites "${citation}", which does not exist\n    ${words}`,
      ),
    ];
  });
}

/** What comments may cite. */
export function readRepository() {
  const exists = (path) => existsSync(join(root, path));
  const specification = exists('docs/specification.md')
    ? readFileSync(join(root, 'docs/specification.md'), 'utf8')
    : '';
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root })
    .toString()
    .trim()
    .split('\n')
    .filter(exists);
  return {
    exists,
    files,
    sections: new Set([...specification.matchAll(/^## (\d+)/gm)].map(([, number]) => number)),
    decisions: new Set(
      files.flatMap((file) => /^docs\/decisions\/(\d+)/.exec(file)?.[1] ?? []).map(Number),
    ),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const repository = readRepository();
  const faults = repository.files
    // A migration is never edited once it has landed; generated files come from the contract.
    .filter(
      (file) => /\.(?:tsx?|mjs|js|css)$/.test(file) && !/generated\/|^migrations\/2/.test(file),
    )
    .filter((file) => !file.startsWith('scripts/check-language'))
    .flatMap((file) => faultsOf(file, readFileSync(join(root, file), 'utf8'), repository));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) {
    console.error(`\n${faults.length} sentences to rewrite: docs/glossary.md has the rules.`);
    process.exit(1);
  }
}
