// The reference of the SDK's client, from the docstrings in its sources. The build makes it, git ignores it, and a server
// has it as /docs/client.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const CLIENT = fileURLToPath(new URL('../sdk/src/client/client.ts', import.meta.url));
const CONFIG = fileURLToPath(new URL('../sdk/tsconfig.json', import.meta.url));

/** Types whose members callers read or write. */
const EXPLAINED = [
  'RequestFailed',
  'RequestOptions',
  'ActOptions',
  'UploadOptions',
  'StationEventsOptions',
  'MyStationEventsOptions',
  'ClientOptions',
  'KeyOptions',
];

const introduction = (version) => `# The client

Every call of the API as a function, for browsers and Node, typed from the API's own description.
This page is generated from the docstrings of the package.

${installLines(version, 'https://radio.example.com').join('\n')}

\`\`\`js
import { createClient } from '@stationhouse/sdk/client';
\`\`\`
`;

/** The lines of Markdown that say how the package is installed from a server of ours. */
export const installLines = (version, home) => [
  '```sh',
  `npm install ${home}/sdk/${version}/stationhouse-sdk-${version}.tgz`,
  '```',
];

/** The lines of Markdown with the command that checks a proof of play. The package comes from a server of ours. */
export const verifyLines = (version, home) => [
  '```sh',
  `npx ${home}/sdk/${version}/stationhouse-sdk-${version}.tgz verify proof.jws --from ${home}`,
  '```',
];

/** The text of a docstring, in one paragraph per blank line. */
const textOf = (parts) => ts.displayPartsToString(parts).trim();

/** The tags of a docstring with this name. */
const tagsOf = (symbol, name) =>
  symbol
    .getJsDocTags()
    .filter((tag) => tag.name === name)
    .map((tag) => textOf(tag.text));

const block = (code) => `\`\`\`ts\n${code}\n\`\`\`\n`;

/** @param version of the package. @returns the reference as Markdown. @throws Error naming a function without a docstring */
export function clientReference(version) {
  const { config } = ts.readConfigFile(CONFIG, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(CONFIG));
  const program = ts.createProgram([CLIENT], options);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(CLIENT);
  const exported = new Map(
    checker
      .getExportsOfModule(checker.getSymbolAtLocation(source))
      .map((symbol) => [
        symbol.name,
        symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
      ]),
  );
  const undocumented = [];

  /** A function's name with its parameters. */
  function headOf(path, signature) {
    const parameters = signature.getParameters().map((parameter) => {
      const { valueDeclaration: declared } = parameter;
      // One that is taken apart has no name.
      const name = parameter.name.startsWith('__') ? 'options' : parameter.name;
      const isOptional = declared && (declared.questionToken || declared.initializer);
      return `${declared?.dotDotDotToken ? '...' : ''}${name}${isOptional ? '?' : ''}`;
    });
    return `${path}(${parameters.join(', ')})`;
  }

  function describeFunction(path, symbol, signature) {
    const text = textOf(symbol.getDocumentationComment(checker));
    const examples = tagsOf(symbol, 'example');
    const throws = tagsOf(symbol, 'throws').map((one) => one.replace(/^RequestFailed\s*/, ''));
    if (text === '' && examples.length === 0 && throws.length === 0) undocumented.push(path);
    const parameters = tagsOf(symbol, 'param').map((one) => {
      const [, name, rest] = /^(\S+)\s+([^]*)$/.exec(one) ?? [];
      return name ? `- \`${name}\`: ${rest.replace(/^-\s*/, '')}` : `- ${one}`;
    });
    return [
      `### ${headOf(path, signature)}\n`,
      text && `${text}\n`,
      parameters.length > 0 && `${parameters.join('\n')}\n`,
      throws.filter(Boolean).length > 0 && `Fails with ${throws.filter(Boolean).join('; ')}.\n`,
      ...examples.map(block),
    ].filter(Boolean);
  }

  /** The functions of an object, and those of the objects in it. */
  function describeCalls(path, type) {
    const lines = [];
    const inner = [];
    for (const symbol of type.getProperties()) {
      const its = checker.getTypeOfSymbol(symbol);
      const [signature] = its.getCallSignatures();
      const to = `${path}.${symbol.name}`;
      if (signature) lines.push(...describeFunction(to, symbol, signature));
      else inner.push(...describeCalls(to, its));
    }
    return [...(lines.length > 0 ? [`## ${path}\n`, ...lines] : []), ...inner];
  }

  function describeType(name) {
    const symbol = exported.get(name);
    if (!symbol) throw new Error(`The client exports no ${name}.`);
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const rows = type
      .getProperties()
      .map((member) => [member.name, textOf(member.getDocumentationComment(checker))])
      .filter(([, text]) => text !== '')
      .map(([member, text]) => `- \`${member}\`: ${text.replaceAll(/\s+/g, ' ')}`);
    return [
      `### ${name}\n`,
      `${textOf(symbol.getDocumentationComment(checker))}\n`,
      ...tagsOf(symbol, 'example').map(block),
      `${rows.join('\n')}\n`,
    ];
  }

  const create = exported.get('createClient');
  const client = checker.getDeclaredTypeOfSymbol(exported.get('Client'));
  const text = [
    introduction(version),
    '## createClient\n',
    `${textOf(create.getDocumentationComment(checker))}\n`,
    ...tagsOf(create, 'example').map(block),
    ...describeCalls('client', client),
    '## Options and errors\n',
    ...EXPLAINED.flatMap(describeType),
  ].join('\n');
  if (undocumented.length > 0) throw new Error(`Without a docstring: ${undocumented.join(', ')}`);
  return text;
}

/** The names of the client's functions, such as `client.stations.get`. */
export const clientFunctions = (reference) =>
  [...reference.matchAll(/^### (client[.\w]+)\(/gm)].map(([, name]) => name);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = JSON.parse(
    await readFile(new URL('../sdk/package.json', import.meta.url), 'utf8'),
  );
  await writeFile(new URL('../docs/client.md', import.meta.url), clientReference(version));
}
