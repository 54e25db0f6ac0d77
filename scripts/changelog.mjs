// The changelog, docs/changelog.md: what each release has added, from the lists in docs/releases. Each list is committed
// with its release and never changes afterwards, so no history of the repository is needed.

const RELEASE = /^## (\d+\.\d+\.\d+) – (\d{4}-\d\d-\d\d)$/gm;

/** The releases of a changelog, the newest first. */
export const releasesIn = (changelog) =>
  [...changelog.matchAll(RELEASE)].map(([, version, date]) => ({ version, date }));

const numbers = (version) => version.split('.').map(Number);

/** Whether a version comes before another (Semantic Versioning 2.0.0, item 11). */
function isBefore(one, other) {
  const [a, b] = [numbers(one), numbers(other)];
  const at = a.findIndex((number, index) => number !== b[index]);
  return at !== -1 && a[at] < b[at];
}

/** What is wrong with a changelog. @param version the one of the package */
export function faultsIn(changelog, version) {
  const releases = releasesIn(changelog);
  const faults = [];
  if (releases[0]?.version !== version) {
    faults.push(
      `docs/changelog.md begins with ${releases[0]?.version}, and the SDK is ${version}.`,
    );
  }
  releases.slice(1).forEach((older, index) => {
    const newer = releases[index];
    if (!isBefore(older.version, newer.version) || older.date > newer.date) {
      faults.push(`docs/changelog.md has ${older.version} below ${newer.version}.`);
    }
  });
  return faults;
}

/** The kinds of entries of a list, in the order in which the changelog shows them. */
const KINDS = {
  call: 'Calls',
  field: 'Fields',
  error: 'Error codes',
  webhook: 'Webhook events',
  function: 'Functions of the client',
  element: 'Attributes, events, parts and slots of the element',
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The fields of a schema; those of a component belong to that component. */
function fieldsOf(schema = {}) {
  const parts = [schema, ...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return parts.flatMap(({ properties }) => Object.keys(properties ?? {}));
}

/**
 * Everything that a program can depend on, one entry a line.
 *
 * @param given.document the OpenAPI document
 * @param given.webhookEvents the events that webhooks get
 * @param given.functions the names of the client's functions
 * @param given.element the element's declaration in custom-elements.json
 */
export function surfaceOf({ document, webhookEvents, functions, element }) {
  const { paths, components } = document;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => [
      `${method.toUpperCase()} ${path}`,
      item[method],
    ]),
  );
  const fields = operations.flatMap(([call, { parameters = [], requestBody }]) => [
    ...parameters.filter(({ in: place }) => place === 'query').map(({ name }) => `${call} ${name}`),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
      fieldsOf(schema).map((name) => `${call} ${name}`),
    ),
  ]);
  const ofComponents = Object.entries(components.schemas).flatMap(([name, schema]) =>
    fieldsOf(schema).map((field) => `${name}.${field}`),
  );
  const codes = components.schemas.Problem.properties.code.enum;
  const names = (list = []) => list.map(({ name }) => name);
  const lines = [
    ...operations.map(([call]) => `call ${call}`),
    ...[...fields, ...ofComponents].map((field) => `field ${field}`),
    ...codes.map((code) => `error ${code}`),
    ...webhookEvents.map((event) => `webhook ${event}`),
    ...functions.map((name) => `function ${name}`),
    ...names(element.attributes).map((name) => `element attribute ${name}`),
    ...names(element.events).map((name) => `element event ${name}`),
    ...names(element.cssProperties).map((name) => `element property ${name}`),
    ...names(element.cssParts).map((name) => `element part ${name}`),
    ...names(element.slots).map((name) => `element slot ${name || 'default'}`),
  ];
  return [...new Set(lines)].toSorted();
}

const ofKind = (lines, kind) =>
  lines.filter((line) => line.startsWith(`${kind} `)).map((line) => line.slice(kind.length + 1));

/**
 * A release in Markdown: what it has added and removed since the one before, or the size of the first.
 *
 * @param lines the list of the release
 * @param before the list of the release before; undefined: it is the first
 */
export function changesIn(lines, before) {
  if (!before) {
    const counts = Object.entries(KINDS).map(
      ([kind, title]) => `- ${title}: ${ofKind(lines, kind).length}`,
    );
    return ['The first release. It has:', '', ...counts];
  }
  const changes = [
    ['New', lines, before],
    ['Removed', before, lines],
  ].flatMap(([word, some, others]) =>
    Object.entries(KINDS).flatMap(([kind, title]) => {
      const found = ofKind(some, kind).filter((entry) => !ofKind(others, kind).includes(entry));
      return found.length === 0
        ? []
        : [`- ${word}, ${title.toLowerCase()}: ${found.map((entry) => `\`${entry}\``).join(', ')}`];
    }),
  );
  return changes.length === 0 ? ['Nothing new for programs.'] : changes;
}
