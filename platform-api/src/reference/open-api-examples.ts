import {
  METHODS,
  type Document,
  type Operation,
  type Parameter,
  type Schema,
} from './schema-fields.ts';

/** The examples that the contract gives to times and ids without one of their own. */
export const TIME_EXAMPLE = '2026-11-21T09:30:00.000Z';
export const ID_EXAMPLE = '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10';

const STATION = '019a9c3e-7b1f-7d40-9f0e-5a8c2b1d3e4f';
const TRACK = '019a9c41-2d5e-7b10-8c44-6f1a2b3c4d5e';
const PLAYLIST = '019a9c42-91c0-7f3e-b5a1-0d9e8f7a6b5c';
const ANNOUNCEMENT = '019aa5f0-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
const ASSET = '019a9d07-4c1b-7e92-a3d8-1b2c3d4e5f60';

/**
 * One customer’s days, by field or by component and field, so that the fields of an example belong together: she signs
 * up on 20 November, buys a package and is on air; the rest is the next morning.
 */
const FIXTURE: Record<string, string> = {
  created_at: '2026-11-20T14:05:00.000Z',
  email_confirmed_at: '2026-11-20T14:07:00.000Z',
  confirmed_at: '2026-11-20T14:07:00.000Z',
  accepted_at: '2026-11-20T14:07:00.000Z',
  purchased_at: '2026-11-20T14:30:00.000Z',
  setup_form_submitted_at: '2026-11-20T15:10:00.000Z',
  setup_completed_at: '2026-11-20T15:12:00.000Z',
  from: '2026-11-21T09:00:00.000Z',
  due_at: '2026-11-21T09:30:00.000Z',
  starts_at: '2026-11-21T09:30:00.000Z',
  ends_at: '2026-11-21T09:33:20.000Z',
  to: '2026-11-21T10:00:00.000Z',
  until: '2026-12-28T09:00:00.000Z',
  next_payment_date: '2026-12-20T14:30:00.000Z',
  date: '2026-12-20T14:30:00.000Z',
  expires_at: '2027-02-18T14:05:00.000Z',
  station_id: STATION,
  'Station.id': STATION,
  'AdminStation.id': STATION,
  'getSchedule.station.id': STATION,
  track_id: TRACK,
  item_id: TRACK,
  'LibraryTrack.id': TRACK,
  playlist_id: PLAYLIST,
  'Playlist.id': PLAYLIST,
  announcement_id: ANNOUNCEMENT,
  'Announcement.id': ANNOUNCEMENT,
  asset_id: ASSET,
  'Asset.id': ASSET,
  take_id: '019a9d08-77aa-7d31-9b02-2c3d4e5f6071',
  actor_id: '019a9b00-0c0d-7e0f-8a1b-3d4e5f607182',
};

/** Fields of what has not happened to this customer, where they can be null. */
const NOT_YET = new Set([
  'cancel_at',
  'trial_ends_at',
  'off_air_at',
  'withdrawn_at',
  'failing_since',
  'former_secret_until',
  'next_attempt_at',
  'answered_at',
  'StationDomain.ends_at',
]);

/**
 * Adds an example to every parameter and every successful response, composed from the examples of its
 * fields.
 * @throws Error naming a field without an example
 */
export function addExamples(document: Document): Document {
  const schemas = document.components?.schemas ?? {};
  for (const item of Object.values(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation) addTo(operation, schemas);
    }
  }
  return document;
}

function addTo(operation: Operation, schemas: Record<string, Schema>): void {
  const name = operation.operationId ?? '';
  for (const parameter of operation.parameters ?? []) {
    if ('name' in parameter && parameter.schema) {
      describeText(parameter, parameter.schema);
      parameter.example = exampleOf(parameter.schema, schemas, `${name}.${parameter.name}`);
    }
  }
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    const content = status.startsWith('2') ? response.content : undefined;
    const body = content?.['application/json'] ?? content?.['text/csv'] ?? content?.['audio/mpeg'];
    if (body) body.example = exampleOf(body.schema, schemas, name);
    const events = content?.['text/event-stream'];
    if (events) events.example = streamOf(events['x-events'], schemas, name);
  }
}

/** A coerced number takes anything, so its schema is optional and nullable. In an address it is neither. */
function describeText(parameter: Parameter, schema: Schema): void {
  if (parameter.in === 'path') parameter.required = true;
  if ('type' in schema && Array.isArray(schema.type)) [schema.type] = schema.type;
}

/** One of each event, in wire format. */
function streamOf(events: Record<string, Schema>, schemas: Record<string, Schema>, name: string) {
  return Object.entries(events)
    .map(([event, schema]) => {
      const data = JSON.stringify(exampleOf(schema, schemas, name));
      return `id: 8dK1w5nQ2xA.4mX0q2bB9sY\nevent: ${event}\ndata: ${data}\n\n`;
    })
    .join('');
}

function exampleOf(schema: Schema, schemas: Record<string, Schema>, where: string): unknown {
  if ('$ref' in schema) {
    const name = String(schema.$ref).split('/').at(-1) ?? '';
    return exampleOf(schemas[name] ?? {}, schemas, name);
  }
  if (schema.example === TIME_EXAMPLE || schema.example === ID_EXAMPLE) {
    const field = where.split('.').at(-1) ?? '';
    const isFound = NOT_YET.has(where) || NOT_YET.has(field);
    if (isFound && schema.type?.includes('null')) return null;
    return FIXTURE[where] ?? FIXTURE[field] ?? schema.example;
  }
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.includes('active') ? 'active' : schema.enum[0];
  if (schema.allOf) {
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, schemas, where)));
  }
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first && !schema.properties) return exampleOf(first, schemas, where);
  if (schema.items) return [exampleOf(schema.items, schemas, `${where}[]`)];
  if (schema.type !== 'object') throw new Error(`${where} has no example in the contract.`);
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([field, inner]) => [
      field,
      exampleOf(inner, schemas, `${where}.${field}`),
    ]),
  );
}
