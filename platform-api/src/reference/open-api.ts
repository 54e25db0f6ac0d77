import {
  OpenApiGeneratorV31,
  OpenAPIRegistry,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { BRAND, COMPANY } from '../../contract/brand.ts';
import type { Call } from '../../contract/call.ts';
import { CALL_GROUPS } from '../../contract/calls.ts';
import { ACCESS_TOKEN_SECONDS, RATE_LIMITS } from '../../contract/limits.ts';
import { describeEvents } from './open-api-events.ts';
import { addExamples } from './open-api-examples.ts';
import { GUIDE } from './open-api-guide.ts';
import { IdempotencyHeaders } from '../http/idempotency.ts';
import { HEADERS, headersOf, MOVED_HEADERS } from './open-api-headers.ts';
import { limitInWords } from './open-api-limits.ts';
import { problemExamples, problemResponses } from './open-api-problems.ts';

/** The two ways to say who asks. Both travel in the Authorization header. */
const SECURITY_SCHEMES = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      `From \`POST /v1/auth/token\`. It lives for ${ACCESS_TOKEN_SECONDS / 60} minutes; the refresh ` +
      'token brings the next.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'shk_…',
    description:
      'From `POST /v1/me/api-keys`, with the scope `read` for every GET and `write` for the rest.',
  },
} as const;

/** What the former address of a station answers, until another station takes it. */
const MOVED = {
  description: 'The station has another address now: ask there.',
  headers: MOVED_HEADERS,
};

/** The API's description in OpenAPI 3.1, made from the contract. */
export function describeApi(publicUrl: string) {
  const registry = new OpenAPIRegistry();
  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES)) {
    registry.registerComponent('securitySchemes', name, scheme);
  }
  for (const [name, header] of Object.entries(HEADERS)) {
    registry.registerComponent('headers', name, header);
  }
  for (const [name, value] of Object.entries(problemExamples(publicUrl))) {
    registry.registerComponent('examples', name, { value });
  }
  for (const { name, calls } of CALL_GROUPS) {
    for (const call of calls) registry.registerPath(operation(call, name));
  }
  const document = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: `${BRAND.name} API`,
      version: '1.0.0',
      description: GUIDE,
      contact: { name: BRAND.name, url: publicUrl, email: COMPANY.contact_email },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: CALL_GROUPS.map(({ name, description }) => ({ name, description })),
  });
  return addExamples(document);
}

function operation(call: Call, group: string): RouteConfig {
  return {
    method: call.method,
    path: call.path,
    operationId: call.id,
    tags: [group],
    summary: call.summary,
    description: descriptionOf(call),
    security: securityOf(call),
    ...(call.limits && {
      'x-rate-limits': call.limits.map((name) => ({ name, ...RATE_LIMITS[name] })),
    }),
    request: {
      ...(call.params && { params: call.params }),
      ...(call.query && { query: call.query }),
      ...requestHeaders(call),
      ...(call.body && { body: requestBody(call.body, call.body_examples) }),
      ...(call.form && {
        body: { required: true, content: { 'multipart/form-data': { schema: call.form } } },
      }),
    },
    responses: {
      [call.status ?? 200]: success(call),
      ...(call.request_headers?.shape['if-none-match'] && {
        304: {
          description: 'Not changed since the answer with this ETag.',
          headers: headersOf(call),
        },
      }),
      ...(call.may_have_moved && { 307: MOVED }),
      ...problemResponses(call),
    },
  };
}

/** Either of the two counts, unless a call is for people alone. */
function securityOf(call: Call): Record<string, string[]>[] {
  if (call.access === 'public') return [];
  return call.api_keys === false ? [{ accessToken: [] }] : [{ accessToken: [] }, { apiKey: [] }];
}

function descriptionOf(call: Call): string {
  const limits = (call.limits ?? []).map((name) => `- ${limitInWords(RATE_LIMITS[name])}`);
  return [
    call.description ?? `${call.summary}.`,
    ...(call.access === 'admin' ? ['For admins alone.'] : []),
    ...(call.api_keys === false ? ['API keys are refused: sign in.'] : []),
    ...(call.step_up ? ['Needs a `Step-Up` token, from `POST /v1/auth/step-up`.'] : []),
    ...(limits.length > 0 ? [`Limits:\n${limits.join('\n')}`] : []),
  ].join('\n\n');
}

function requestHeaders({ request_headers, idempotent, step_up }: Call) {
  const shape = {
    ...(idempotent && IdempotencyHeaders.shape),
    ...(step_up && StepUpHeaders.shape),
    ...request_headers?.shape,
  };
  return Object.keys(shape).length > 0 && { headers: z.object(shape) };
}

/** The head of a request for which the password was given again. */
const StepUpHeaders = z.object({
  'step-up': z.string().optional().meta({
    description: 'The token of `POST /v1/auth/step-up`, which must be there.',
    example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6InN0ZXAtdXArand0In0.e30.c2ln',
  }),
});

function requestBody(schema: NonNullable<Call['body']>, examples: Call['body_examples']) {
  return {
    required: true,
    content: {
      'application/json': {
        schema,
        examples: Object.fromEntries(
          Object.entries(examples ?? {}).map(([summary, value]) => [
            // Names of examples are single words (OpenAPI 3.1, Components).
            summary.replaceAll(' ', '-'),
            { summary, value },
          ]),
        ),
      },
    },
  };
}

function success(call: Call) {
  const headers = headersOf(call);
  if (call.status === 204) return { description: 'Done. There is no body.', headers };
  if (call.content_type === 'text/event-stream') {
    return { description: 'The stream, which stays open.', headers, ...describeEvents(call) };
  }
  return {
    description: 'Success',
    headers,
    content: { [call.content_type ?? 'application/json']: { schema: call.response } },
  };
}
