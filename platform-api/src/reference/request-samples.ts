import { TEST_KEY_PREFIX } from '../../contract/accounts/values.ts';

/** The placeholder of the reader’s key in a sample. The page replaces it. */
export const KEY = `${TEST_KEY_PREFIX}…`;

/** The placeholder of an access token, for calls that refuse API keys. */
export const ACCESS_TOKEN = 'ACCESS_TOKEN';

/** A request, with the examples of the document as its values. */
export interface SampleRequest {
  method: string;
  /** With its query. */
  url: string;
  headers: Record<string, string>;
  /** The JSON of the body. */
  body?: string;
  /** The fields of a form; a file is `@` and its name. */
  form?: Record<string, string>;
  /** The name of a file that is the body. */
  file?: string;
}

/** The languages of the samples, in the order of their tabs. */
export const LANGUAGES = { curl: 'curl', javascript: 'JavaScript', python: 'Python' } as const;

export type Language = keyof typeof LANGUAGES;

/** A request in each language. The programs need nothing but `fetch`, or Python’s `requests`. */
export const requestSamples = (request: SampleRequest): Record<Language, string> => ({
  curl: inCurl(request),
  javascript: inJavaScript(request),
  python: inPython(request),
});

/** A text in single quotes of a shell. */
const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function inCurl({ method, url, headers, body, form, file }: SampleRequest): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${inShell(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`),
    ...Object.entries(form ?? {}).map(([name, value]) => `-F ${inShell(`${name}=${value}`)}`),
    ...(body === undefined ? [] : [`-d ${inShell(body)}`]),
    ...(file === undefined ? [] : [`--data-binary ${inShell(`@${file}`)}`]),
  ].join(' \\\n  ');
}

/** Lines behind the first, further to the right. */
const indented = (text: string): string => text.replaceAll('\n', '\n  ');

const literal = (value: unknown): string => JSON.stringify(value, null, 2);

function inJavaScript({ method, url, headers, body, form, file }: SampleRequest): string {
  const fields = Object.entries(form ?? {}).map(([name, value]) =>
    value.startsWith('@')
      ? `form.append('${name}', await openAsBlob('${value.slice(1)}'), '${value.slice(1)}');`
      : `form.append('${name}', ${JSON.stringify(value)});`,
  );
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(Object.keys(headers).length === 0 ? [] : [`headers: ${indented(literal(headers))},`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indented(body)}),`]),
    ...(form === undefined ? [] : ['body: form,']),
    ...(file === undefined ? [] : [`body: await openAsBlob('${file}'),`]),
  ];
  return [
    ...([...fields, ...options].some((line) => line.includes('openAsBlob'))
      ? [`import { openAsBlob } from 'node:fs';`, '']
      : []),
    ...(form === undefined ? [] : ['const form = new FormData();', ...fields]),
    options.length === 0
      ? `const answer = await fetch('${url}');`
      : `const answer = await fetch('${url}', {\n  ${options.join('\n  ')}\n});`,
    'console.log(answer.status, await answer.text());',
  ].join('\n');
}

/** JSON as Python writes it. Only whole values are words: in texts they are inside quotes. */
const inPythonWords = (json: string): string =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (word) =>
    word === 'true' ? 'True' : word === 'false' ? 'False' : word === 'null' ? 'None' : word,
  );

function inPython({ method, url, headers, body, form, file }: SampleRequest): string {
  const entries = Object.entries(form ?? {});
  const files = entries.filter(([, value]) => value.startsWith('@'));
  const texts = entries.filter(([, value]) => !value.startsWith('@'));
  const given = [
    ...(Object.keys(headers).length === 0 ? [] : [`headers=${indented(literal(headers))},`]),
    ...(body === undefined ? [] : [`json=${indented(inPythonWords(body))},`]),
    ...(texts.length === 0 ? [] : [`data=${indented(literal(Object.fromEntries(texts)))},`]),
    ...(file === undefined ? [] : [`data=open("${file}", "rb"),`]),
    ...(files.length === 0
      ? []
      : [
          `files={${files.map(([name, value]) => `"${name}": open("${value.slice(1)}", "rb")`).join(', ')}},`,
        ]),
  ];
  const call = `requests.${method.toLowerCase()}`;
  return [
    'import requests',
    '',
    given.length === 0
      ? `answer = ${call}("${url}")`
      : `answer = ${call}(\n  ${[`"${url}",`, ...given].join('\n  ')}\n)`,
    'print(answer.status_code, answer.text)',
  ].join('\n');
}
