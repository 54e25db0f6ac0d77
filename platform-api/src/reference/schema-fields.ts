import type { OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';

export type Document = ReturnType<OpenApiGeneratorV31['generateDocument']>;
export type Components = NonNullable<Document['components']>;
export type Schema = NonNullable<Components['schemas']>[string];
export type Operation = NonNullable<NonNullable<Document['paths']>[string]['get']>;
export type Parameter = Exclude<NonNullable<Operation['parameters']>[number], { $ref: string }>;

/** The methods of our calls, as the document names them. */
export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** A field of a body or an answer, as the reference lists it. */
export interface Field {
  name: string;
  /** Its type in words, for example `string, at most 80 characters`. */
  type: string;
  isRequired: boolean;
  description: string;
  /** The fields of what it holds. */
  fields: Field[];
}

/** Fields within fields beyond this depth are left to the document. */
const MAX_DEPTH = 4;

/** A schema in place of a reference to it. */
export function resolved(
  schema: Schema,
  schemas: Record<string, Schema>,
): Exclude<Schema, { $ref: string }> {
  const found = '$ref' in schema ? schemas[String(schema.$ref).split('/').at(-1) ?? ''] : schema;
  if (found === undefined) throw new Error(`The document has no schema ${JSON.stringify(schema)}.`);
  return '$ref' in found ? resolved(found, schemas) : found;
}

/** The fields of an object, of a list's objects, or of each of several objects. */
export function fieldsOf(given: Schema, schemas: Record<string, Schema>, depth = 0): Field[] {
  if (depth > MAX_DEPTH) return [];
  const schema = resolved(given, schemas);
  const parts = schema.allOf ?? schema.anyOf ?? schema.oneOf;
  // Otherwise the parts only say which of its own fields are required.
  if (parts && !schema.properties) {
    const byName = new Map(
      parts.flatMap((part) => fieldsOf(part, schemas, depth)).map((field) => [field.name, field]),
    );
    return [...byName.values()];
  }
  if (schema.items) return fieldsOf(schema.items, schemas, depth);
  return Object.entries(schema.properties ?? {}).map(([name, inner]) => ({
    name,
    type: typeInWords(inner, schemas),
    isRequired: schema.required?.includes(name) === true,
    description: resolved(inner, schemas).description ?? '',
    fields: fieldsOf(inner, schemas, depth + 1),
  }));
}

/** A schema's type in words, with its limits. */
export function typeInWords(given: Schema, schemas: Record<string, Schema>): string {
  const schema = resolved(given, schemas);
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return [...new Set(parts.map((part) => typeInWords(part, schemas)))].join(' or ');
  if (schema.allOf) return 'object';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const isNullable = Array.isArray(schema.type) && schema.type.includes('null');
  const orNull = isNullable ? ' or null' : '';
  const named: unknown[] = (schema.enum ?? []).filter((value) => value !== null);
  if (named.length > 0) return named.map((value) => JSON.stringify(value)).join(', ') + orNull;
  const [type = 'any'] = [schema.type ?? []].flat().filter((name) => name !== 'null');
  if (type === 'array') return `list of ${typeInWords(schema.items ?? {}, schemas)}${orNull}`;
  return [type + orNull, ...limitsOf(schema)].join(', ');
}

function limitsOf(schema: Exclude<Schema, { $ref: string }>): string[] {
  const { minLength, maxLength, minimum, maximum, format } = schema;
  return [
    ...(format === undefined ? [] : [format]),
    ...(minLength === undefined || minLength < 2 ? [] : [`at least ${minLength} characters`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    // JSON's own limit of whole numbers is no rule of ours.
    ...(minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? [] : [`from ${minimum}`]),
    ...(maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? [] : [`up to ${maximum}`]),
  ];
}
