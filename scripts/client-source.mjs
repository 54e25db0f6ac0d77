// The functions of the SDK's client, from the contract and the map in sdk/client-map.js. Runs with tsx, because the
// contract is in TypeScript, and prints the source; wire-types.mjs writes it.
import prettier from 'prettier';
import { CALLS } from '../platform-api/contract/calls.ts';
import { wireCode } from '../platform-api/contract/errors.ts';
import { errorsOf } from '../platform-api/src/reference/open-api-problems.ts';
import { isDownload, mayNeedStepUp } from '../platform-api/contract/call.ts';
import { FUNCTIONS, GROUPS, NOT_OFFERED } from '../sdk/client-map.js';

const byId = new Map(CALLS.map((call) => [call.id, call]));

/** Errors that a function names although every call of its kind has them, because pages tell people about them. */
const NAMED = ['step_up_required', 'validation_failed', 'rate_limited'];

/** The codes that a function can fail with, beyond those that any call can. */
export function codesOf(call) {
  const named = errorsOf(call).filter((name) => call.errors.includes(name) || NAMED.includes(name));
  return [...new Set(named.map(wireCode))];
}

const shapeOf = (schema) => schema?.shape ?? {};
const isOptional = (schema) => schema.safeParse(undefined).success;
const exampleOf = (schema) => schema?.meta?.()?.example;
const typesOf = (id) => id[0].toUpperCase() + id.slice(1);
const literal = (value) =>
  JSON.stringify(value).replaceAll(/"((?:[^"\\]|\\.)*)"(:?)/g, (whole, text, colon) =>
    colon && /^\w+$/.test(text)
      ? `${text}:`
      : `'${text.replaceAll("'", "\\'").replaceAll('\\"', '"')}'${colon}`,
  );

/** A parameter: its declaration, what the example gives for it, and what its docstring says. */
const parameter = (name, type, given = name, says = '') => ({ name, type, given, says });

/** The parameters of the path, in its order. */
function pathParameters({ id, path, params }) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const example = exampleOf(shapeOf(params)[name]);
    const given = typeof example === 'number' ? String(example) : name;
    return parameter(name, `types.${typesOf(id)}Data['path']['${name}']`, given);
  });
}

/** The first of the contract's examples of a body, which its tests send. */
const exampleBody = ({ body_examples: examples = {} }) => Object.values(examples)[0];

/** One field of the body or the query as a parameter. */
function fieldParameter(field, schema, type, example) {
  const value = example ?? exampleOf(schema);
  const optional = isOptional(schema);
  return {
    ...parameter(`${field}${optional ? '?' : ''}`, `${type}['${field}']`),
    ...(value !== undefined && { given: literal(value) }),
    ...(optional && { given: '' }),
    says: schema.meta()?.description ?? '',
  };
}

const PROOF = '...proven(stepUpToken)';

/** Headers that a function sends: the version that a change is based on, and the proof of the password. */
function headerParameters(call) {
  const headers = [];
  if (call.request_headers?.shape['if-match']) {
    headers.push({
      ...parameter('etag', 'string', 'etag', 'of the version that the change is based on'),
      sent: `'If-Match': etag`,
      isFirst: true,
    });
  }
  if (mayNeedStepUp(call)) {
    const optional = !call.step_up;
    headers.push({
      ...parameter(
        `stepUpToken${optional ? '?' : ''}`,
        'string',
        optional ? '' : 'step_up_token',
        'of `auth.stepUp`',
      ),
      sent: optional ? '...(stepUpToken !== undefined && proven(stepUpToken))' : PROOF,
    });
  }
  return headers;
}

const headersOf = ([one, ...others]) =>
  others.length === 0 && one.sent === PROOF
    ? 'proven(stepUpToken)'
    : `{ ${[one, ...others].map(({ sent }) => sent).join(', ')} }`;

/** The parameters of a call besides those of its path, and the expression of its body or query. */
function content(call, { takes, picks, omits, optional }) {
  const data = `types.${typesOf(call.id)}Data`;
  if (call.query) {
    const type = `Given<${data}['query']>`;
    if (takes) {
      const fields = takes.map((field) => fieldParameter(field, call.query.shape[field], type));
      return { parameters: fields, query: `{ ${takes.join(', ')} }` };
    }
    const isNeeded = !call.query.safeParse({}).success;
    const needed = Object.entries(call.query.shape).filter(([, one]) => !isOptional(one));
    const given = literal(Object.fromEntries(needed.map(([name, one]) => [name, exampleOf(one)])));
    const query = parameter(
      'query',
      omits ? `Omit<${type}, '${omits}'>` : type,
      isNeeded ? given : '',
    );
    return { parameters: [{ ...query, mayMiss: !isNeeded }], query: 'query' };
  }
  if (call.raw_body !== undefined) return { parameters: [parameter('file', 'Blob')], body: 'file' };
  if (!call.body) return { parameters: [] };
  const type = `Given<${data}['body']>`;
  const shape = shapeOf(call.body);
  if (takes) {
    const fields = takes.map((field) =>
      fieldParameter(field, shape[field], type, exampleBody(call)?.[field]),
    );
    return { parameters: fields, body: `{ ${takes.join(', ')} }` };
  }
  if (call.body.shape && Object.keys(shape).length === 0) return { parameters: [], body: '{}' };
  if (picks) {
    const picked = Object.keys(shape).map((field) => `${field}: ${picks}.${field}`);
    return { parameters: [parameter(picks, type)], body: `{ ${picked.join(', ')} }` };
  }
  const given = optional ? '' : literal(exampleBody(call) ?? {});
  return {
    parameters: [{ ...parameter('body', type, given), byDefault: optional && '{}' }],
    body: 'body',
  };
}

const wrapped = (text) =>
  text
    .split('\n')
    .flatMap((line) => line.match(/.{1,108}(?:\s|$)/g)?.map((part) => part.trimEnd()) ?? ['']);

async function docstring(name, call, { shows, note }, parameters) {
  const given = parameters.map((one) => one.given).filter((text) => text !== '');
  const answer = shows ? `const ${shows} = ` : isDownload(call) ? 'const file = ' : '';
  const example = await prettier.format(`${answer}await client.${name}(${given.join(', ')});`, {
    parser: 'babel',
    singleQuote: true,
    printWidth: 100,
  });
  const text = [
    `${call.summary}.`,
    [call.description, isDownload(call) && 'Has no timeout.', note].filter(Boolean).join(' '),
  ].filter(Boolean);
  const says = parameters
    .filter((one) => one.says)
    .map((one) => `@param ${one.name.replace('?', '')} ${one.says}`);
  const codes = codesOf(call).map((code) => `\`${code}\``);
  const lines = [
    ...wrapped(text.join('\n\n')),
    '',
    ...says.flatMap(wrapped),
    ...wrapped(['@throws RequestFailed', codes.join(', ')].filter(Boolean).join(' ')),
    '@example',
    ...example.trimEnd().split('\n'),
  ];
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */'].join('\n');
}

/** The fields that an example takes from the answer are fields of it. */
function checkShown(name, { response }, shows = '') {
  if (!shows.startsWith('{') || !response.shape) return;
  const unknown = shows.match(/\w+/g).filter((field) => !(field in response.shape));
  if (unknown.length > 0)
    throw new Error(`client-map: ${name} shows ${unknown.join(', ')}, which the answer lacks.`);
}

/** @returns the member of the client's object, with its docstring */
async function functionOf(name, entry) {
  const call = byId.get(entry.call);
  if (!call) throw new Error(`client-map: there is no call ${entry.call}.`);
  checkShown(name, call, entry.shows);
  const headers = headerParameters(call);
  const { parameters: inner, body, query } = content(call, entry);
  const given = [
    ...pathParameters(call),
    ...headers.filter((one) => one.isFirst),
    ...inner,
    ...headers.filter((one) => !one.isFirst),
  ];
  const isAct = Boolean(call.idempotent);
  const isLater = (index) =>
    given.slice(index + 1).every((one) => one.mayMiss || one.name.endsWith('?'));
  const declared = given.map((one, index) => {
    if (one.byDefault) return `${one.name}: ${one.type} = ${one.byDefault}`;
    return `${one.name}${one.mayMiss && isLater(index) ? '?' : ''}: ${one.type}`;
  });
  // A query that others follow has to be given.
  const forExample = given.map((one, index) =>
    one.mayMiss && !isLater(index) ? { ...one, given: '{}' } : one,
  );
  const path = `\`${call.path.replaceAll(/\{(\w+)\}/g, (_, one) => `\${part(${one})}`)}\``;
  const timeout =
    call.raw_body === undefined ? entry.seconds && `${entry.seconds}_000` : 'Infinity';
  const options = [
    isAct ? '...once(options)' : '...options',
    headers.length > 0 && `headers: ${headersOf(headers)}`,
    body && (body === 'body' ? 'body' : `body: ${body}`),
    timeout && `timeoutMs: ${timeout}`,
  ].filter(Boolean);
  const asked = options.length === 1 && !isAct ? 'options' : `{ ${options.join(', ')} }`;
  const ask = call.access === 'public' ? 'ask' : 'asMember';
  const answer = `types.${typesOf(call.id)}Response`;
  const made = isDownload(call)
    ? `download(${ask}, ${path}, ${query ?? '{}'}, ${asked})`
    : `${ask}<${answer}>('${call.method.toUpperCase()}', ${query ? `withQuery(${path}, ${query})` : path}, ${asked})`;
  const head = `(${[...declared, `options?: ${isAct ? 'ActOptions' : 'RequestOptions'}`].join(', ')})`;
  const value =
    entry.answers === false
      ? `async ${head}: Promise<void> => { await ${made}; }`
      : `${head} => ${made}`;
  return `${await docstring(name, call, entry, forExample)}\n${name.split('.').at(-1)}: ${value},`;
}

/** The object of a group and those in it. */
async function objectOf(path, entries) {
  const lines = [];
  const done = new Set();
  for (const [name, entry] of entries) {
    const inner = name.slice(path.length + 1).split('.');
    const key = inner.length > 1 ? inner[0] : (entry.group ?? name);
    if (done.has(key)) continue;
    done.add(key);
    if (inner.length > 1) {
      const to = `${path}.${inner[0]}`;
      const its = entries.filter(([other]) => other.startsWith(`${to}.`));
      lines.push(`${inner[0]}: ${await objectOf(to, its)},`);
    } else lines.push(entry.group ? `...${entry.group}(of),` : await functionOf(name, entry));
  }
  return `{\n${lines.join('\n')}\n}`;
}

function checkComplete() {
  const used = new Set(Object.values(FUNCTIONS).map(({ call }) => call));
  const missing = CALLS.map(({ id }) => id).filter(
    (id) => !used.has(id) && !NOT_OFFERED.includes(id),
  );
  if (missing.length > 0) throw new Error(`client-map: no function makes ${missing.join(', ')}.`);
}

export async function clientSource() {
  checkComplete();
  const entries = Object.entries(FUNCTIONS);
  const roots = [...new Set(entries.map(([name]) => name.split('.')[0]))];
  const objects = [];
  for (const root of roots) {
    const its = entries.filter(([name]) => name.startsWith(`${root}.`));
    const used = root === 'auth' ? 'Auth' : 'Calls';
    const object = await objectOf(root, its);
    const asks = ['ask', 'asMember'].filter((name) => new RegExp(`\\b${name}[<,]`).test(object));
    objects.push(
      `export const ${root}Calls = (of: ${used}Context) => {\nconst { ${asks.join(', ')} } = of;\nreturn ${object};\n};`,
    );
  }
  const groups = Object.entries(GROUPS).map(
    ([name, file]) => `import { ${name} } from '.${file}';`,
  );
  return [
    '// Made from the API’s contract and sdk/client-map.js by the build. Do not edit.',
    `import { download, once, proven, withQuery, type ActOptions } from '../ask.ts';`,
    `import type { AuthContext, CallsContext } from '../context.ts';`,
    `import type { RequestOptions } from '../http.ts';`,
    ...groups,
    `import type * as types from './types.gen.ts';`,
    '',
    'type Given<T> = NonNullable<T>;',
    'const part = (value: string | number) => encodeURIComponent(value);',
    '',
    ...objects,
    '',
  ].join('\n');
}

if (process.argv[1]?.endsWith('client-source.mjs')) process.stdout.write(await clientSource());
