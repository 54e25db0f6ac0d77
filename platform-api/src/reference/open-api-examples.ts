import type { OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';

type Document = ReturnType<OpenApiGeneratorV31['generateDocument']>;
type Components = NonNullable<Document['components']>;
type Schema = NonNullable<Components['schemas']>[string];
type Operation = NonNullable<NonNullable<Document['paths']>[string]['get']>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

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
      parameter.example = exampleOf(parameter.schema, schemas, `${name}.${parameter.name}`);
    }
  }
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    const content = status.startsWith('2') ? response.content : undefined;
    const body = content?.['application/json'] ?? content?.['text/csv'];
    if (body) body.example = exampleOf(body.schema, schemas, name);
    const events = content?.['text/event-stream'];
    if (events) events.example = streamOf(events['x-events'], schemas, name);
  }
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
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.allOf) {
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, schemas, where)));
  }
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return exampleOf(first, schemas, where);
  if (schema.items) return [exampleOf(schema.items, schemas, `${where}[]`)];
  if (schema.type !== 'object') throw new Error(`${where} has no example in the contract.`);
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([field, inner]) => [
      field,
      exampleOf(inner, schemas, `${where}.${field}`),
    ]),
  );
}
