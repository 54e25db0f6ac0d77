import { z } from 'zod';
import type { Call } from '../../contract/call.ts';

/** The `id` under which a schema stands among the document's components. */
const componentOf = (schema: z.ZodType): string => String(schema.meta()?.id);

/** An event's data as the document names it: an object by its id, or that or nothing. */
function dataOf(schema: z.ZodType): { words: string; reference: object } {
  const isNullable = schema instanceof z.ZodUnion;
  // The contract's unions are of an object and null.
  const component = componentOf(isNullable ? (schema.options[0] as z.ZodType) : schema);
  const reference = { $ref: `#/components/schemas/${component}` };
  return isNullable
    ? { words: `a \`${component}\` or null`, reference: { anyOf: [reference, { type: 'null' }] } }
    : { words: `a \`${component}\``, reference };
}

/**
 * An event stream is a text to OpenAPI 3.1, which has no words for its events: what each event's `data`
 * holds stands under `x-events`, by the event's name.
 */
export function describeEvents(call: Call) {
  if (!(call.response instanceof z.ZodObject)) throw new Error(`${call.id} names no events.`);
  const events = Object.entries<z.ZodType>(call.response.shape).map(([name, schema]) => ({
    name,
    ...dataOf(schema),
  }));
  const lines = events.map(({ name, words }) => `event \`${name}\`, whose data is ${words}`);
  return {
    content: {
      'text/event-stream': {
        schema: {
          type: 'string' as const,
          description: `Server-sent events (WHATWG HTML §9.2): ${lines.join('; ')}.`,
        },
        'x-events': Object.fromEntries(events.map(({ name, reference }) => [name, reference])),
      },
    },
  };
}
