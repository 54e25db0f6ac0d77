import { OpenApiGeneratorV31, OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { BRAND } from '../../contract/brand.ts';
import type { Call } from '../../contract/call.ts';
import { CALLS } from '../../contract/calls.ts';
import { ERRORS, type ErrorCode } from '../../contract/errors.ts';
import { Problem } from '../../contract/problem.ts';

/** Errors that any call may answer with, so no call names them. */
const ANYWHERE: ErrorCode[] = ['internal_error', 'unavailable'];

/** The API's description in OpenAPI 3.1, made from the contract. */
export function describeApi(publicUrl: string): object {
  const registry = new OpenAPIRegistry();
  for (const call of CALLS) {
    registry.registerPath({
      method: call.method,
      path: call.path,
      summary: call.summary,
      ...(call.description && { description: call.description }),
      tags: [call.path.split('/')[2] ?? 'other'],
      operationId: operationId(call),
      request: {
        ...(call.params && { params: call.params }),
        ...(call.query && { query: call.query }),
      },
      responses: {
        [call.status ?? 200]: {
          description: 'Success',
          content: { [call.content_type ?? 'application/json']: { schema: call.response } },
        },
        ...problemResponses([...call.errors, ...ANYWHERE]),
      },
    });
  }
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: `${BRAND.name} API`,
      version: '1.0.0',
      description:
        'Everything the portal does, from code. Errors are problem documents (RFC 9457): decide by ' +
        '`code`, show `detail`. Fields are snake_case, times are ISO 8601 in UTC, money is in cents.',
    },
    servers: [{ url: publicUrl }],
  });
}

/** `GET /v1/stations/{station_slug}/now-playing` becomes `getStationsNowPlaying`. */
function operationId(call: Call): string {
  const words = call.path
    .split('/')
    .slice(2)
    .filter((part) => !part.startsWith('{'))
    .flatMap((part) => part.split('-'));
  return call.method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** One entry per status; several codes may share it. */
function problemResponses(codes: ErrorCode[]) {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, shared]) => [
      status,
      {
        description: shared.map((code) => `\`${code}\`: ${ERRORS[code].detail}`).join('\n\n'),
        content: { 'application/problem+json': { schema: Problem } },
      },
    ]),
  );
}
