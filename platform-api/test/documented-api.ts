import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** The parts of the OpenAPI document that are read. */
interface Schema {
  [keyword: string]: unknown;
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}
interface Ref {
  $ref: string;
}
interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, Ref | { value: unknown }>;
}
interface Answer {
  headers?: Record<string, Ref>;
  content?: Record<string, MediaType>;
}
export interface Operation {
  operationId: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; example: unknown; description: string }[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  responses: Record<string, Answer>;
  'x-rate-limits'?: Record<string, unknown>[];
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    headers: Record<string, { required?: boolean; schema: Schema }>;
    responses: Record<string, Answer>;
    examples: Record<string, { value: { code: string; status: number } }>;
  };
}

/** An answer that conforms to the document. */
export interface Documented {
  status: number;
  headers: Headers;
  /** Undefined: it is empty, or a stream. */
  body: unknown;
  /** The code of a problem. */
  code: string | undefined;
}

/** Checks real answers against the OpenAPI document. */
export class DocumentedApi {
  readonly document: Document;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });

  constructor(text: string) {
    // The linter has validated the document.
    this.document = JSON.parse(text) as Document;
    addFormats.default(this.#ajv);
    const operations = Object.values(this.document.paths).flatMap((item) => Object.values(item));
    this.operations = new Map(
      operations.map((one) => [
        one.operationId,
        {
          ...one,
          responses: Object.fromEntries(
            Object.entries(one.responses).map(([status, answer]) => [status, this.#found(answer)]),
          ),
        },
      ]),
    );
  }

  /** An answer, which can be one that calls share. */
  #found(answer: Answer | Ref): Answer {
    if (!('$ref' in answer)) return answer;
    const name = answer.$ref.split('/').at(-1) ?? '';
    const found = this.document.components.responses[name];
    if (!found) throw new Error(`There is no shared answer named ${name}.`);
    return found;
  }

  operation(id: string): Operation {
    const found = this.operations.get(id);
    if (!found) throw new Error(`${id} is not documented.`);
    return found;
  }

  /** The codes of an operation's errors: `429 rate_limited`. */
  errorsOf(id: string): string[] {
    return Object.entries(this.operation(id).responses).flatMap(([status, answer]) =>
      this.#codesOf(answer).map((code) => `${status} ${code}`),
    );
  }

  /**
   * Checks an answer against the document.
   * @throws Error when status, type, code, header or body differs
   */
  async check(id: string, response: Response): Promise<Documented> {
    const { status, headers } = response;
    const answer = this.operation(id).responses[status];
    if (!answer) {
      throw new Error(
        `${id} answered ${status}, which is not documented: ${await response.text()}`,
      );
    }
    this.#checkHeaders(id, answer, headers);
    const type = headers.get('content-type')?.split(';')[0];
    if (type === 'text/event-stream' && answer.content?.[type]) {
      await response.body?.cancel();
      return { status, headers, body: undefined, code: undefined };
    }
    const text = await response.text();
    if (!answer.content) {
      if (text !== '') throw new Error(`${id} answered ${status} with a body: ${text}`);
      return { status, headers, body: undefined, code: undefined };
    }
    const media = answer.content[type ?? ''];
    if (!media) throw new Error(`${id} answered ${status} with the type ${type}.`);
    const isFile = type === 'text/csv' || type === 'audio/mpeg';
    const body: unknown = isFile ? text : JSON.parse(text);
    this.#checkBody(`${id} ${status}`, media.schema, body);
    const code = this.#checkCode(id, answer, status, body);
    if (code !== undefined && Object(body).request_id !== headers.get('x-request-id')) {
      throw new Error(`${id} answered ${status} with two ids.`);
    }
    return { status, headers, body, code };
  }

  /**
   * The examples of an operation's successful answers.
   * @throws Error when one does not conform to its schema
   */
  examplesOf(id: string): unknown[] {
    return Object.entries(this.operation(id).responses).flatMap(([status, { content }]) => {
      const media = status.startsWith('2') ? content?.['application/json'] : undefined;
      if (!media) return [];
      this.#checkBody(`The example of ${id}`, media.schema, media.example);
      return [media.example];
    });
  }

  /**
   * The request that sends an event.
   * @throws Error when its example does not conform to its schema
   */
  webhook(type: string): Operation {
    const operation = this.document.webhooks[type]?.['post'];
    const media = operation?.requestBody?.content['application/json'];
    if (!operation || !media) throw new Error(`The webhook ${type} is not documented.`);
    this.#checkBody(`The example of ${type}`, media.schema, media.example);
    return operation;
  }

  #checkBody(name: string, schema: Schema, body: unknown): void {
    // Most calls share their problems, and compiling a schema takes longer than the call.
    const key = JSON.stringify(schema);
    const validate = this.#validators.get(key) ?? this.#ajv.compile(this.#closed(schema));
    this.#validators.set(key, validate);
    if (!validate(body)) {
      const faults = this.#ajv.errorsText(validate.errors, { dataVar: name });
      throw new Error(`${faults} in ${JSON.stringify(body)}`);
    }
  }

  #checkHeaders(id: string, answer: Answer, headers: Headers): void {
    for (const [name, { $ref }] of Object.entries(answer.headers ?? {})) {
      const header = this.document.components.headers[$ref.split('/').at(-1) ?? ''];
      const value = headers.get(name);
      if (value !== null) this.#checkBody(`${$ref}`, header?.schema ?? {}, value);
      else if (header?.required) throw new Error(`${id} answered without ${name}.`);
    }
  }

  #codesOf(answer: Answer): string[] {
    const examples = answer.content?.['application/problem+json']?.examples ?? {};
    return Object.keys(examples).map((name) => {
      const example = this.document.components.examples[name];
      if (!example) throw new Error(`There is no example named ${name}.`);
      return example.value.code;
    });
  }

  #checkCode(id: string, answer: Answer, status: number, body: unknown): string | undefined {
    const codes = this.#codesOf(answer);
    if (codes.length === 0) return undefined;
    const { code, status: told } = Object(body);
    if (!codes.includes(code)) throw new Error(`${id} answered ${status} ${code}, not documented.`);
    if (told !== status) throw new Error(`${id} answered ${status} and said ${told}.`);
    return code;
  }

  /** The schema without references, and closed: an unknown field is a fault. */
  #closed(schema: Schema, isPart = false): Schema {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.split('/').at(-1) ?? '';
      return this.#closed(this.document.components.schemas[name] ?? {}, isPart);
    }
    const each = (all: Schema[]) => all.map((one) => this.#closed(one));
    const { properties, items, allOf, anyOf, oneOf } = schema;
    return {
      ...schema,
      ...(items && { items: this.#closed(items) }),
      ...(anyOf && { anyOf: each(anyOf) }),
      ...(oneOf && { oneOf: each(oneOf) }),
      // Each part may name some of the fields, so only the whole is closed.
      ...(allOf && { allOf: allOf.map((one) => this.#closed(one, true)) }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([field, inner]) => [field, this.#closed(inner)]),
        ),
      }),
      ...((properties || allOf) && !isPart && { unevaluatedProperties: false }),
    };
  }
}
