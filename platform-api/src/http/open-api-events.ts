import { z } from 'zod';
import type { Call } from '../../contract/call.ts';

/** The `id` under which a schema stands among the document's components. */
const componentOf = (schema: z.ZodType): string => String(schema.meta()?.id);

/**
 * An event stream is a text to OpenAPI 3.1, which has no words for its events: what each event's `data`
 * holds stands under `x-events`, by the event's name.
 */
export function describeEvents(call: Call) {
  if (!(call.response instanceof z.ZodObject)) throw new Error(`${call.id} names no events.`);
  const events = Object.entries<z.ZodType>(call.response.shape).map(([name, schema]) => ({
    name,
    $ref: `#/components/schemas/${componentOf(schema)}`,
  }));
  const lines = events.map(
    ({ name, $ref }) => `event \`${name}\`, whose data is a \`${$ref.split('/').at(-1)}\``,
  );
  return {
    content: {
      'text/event-stream': {
        schema: {
          type: 'string' as const,
          description: `Server-sent events (WHATWG HTML §9.2): ${lines.join('; ')}.`,
        },
        'x-events': Object.fromEntries(events.map(({ name, $ref }) => [name, { $ref }])),
      },
    },
  };
}
