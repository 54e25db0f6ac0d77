import {
  OpenApiGeneratorV31,
  OpenAPIRegistry,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { BRAND, COMPANY } from '../../contract/site/brand.ts';
import {
  isOfAdminArea,
  mayNeedStepUp,
  scopesFor,
  teamAccessOf,
  type Call,
} from '../../contract/call.ts';
import { CALL_GROUPS } from '../../contract/calls.ts';
import { ACCESS_TOKEN_SECONDS } from '../../contract/accounts/values.ts';
import { PUBLIC_ID_EXAMPLE } from '../../contract/stations/schemas.ts';
import { BUSINESS_HEADER } from '../../contract/team/values.ts';
import { RATE_LIMITS, type RateLimit } from '../../contract/rate-limits.ts';
import { WebhookEventBody } from '../../contract/webhooks/events.ts';
import { WEBHOOKS } from '../../contract/webhooks/group.ts';
import { WEBHOOK_EVENT_TYPES } from '../../contract/webhooks/values.ts';
import { addExamples } from './open-api-examples.ts';
import type { Audience } from './reference-page.ts';
import { GUIDE } from './open-api-guide.ts';
import { IdempotencyHeaders } from '../http/idempotency.ts';
import { HEADERS, headersOf, MOVED_HEADERS } from './open-api-headers.ts';
import { webhookOperation } from './open-api-webhooks.ts';
import { problemExamples, problemResponses, shareProblemResponses } from './open-api-problems.ts';

/** The two ways to authenticate, both in the Authorization header. */
const SECURITY_SCHEMES = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      `From \`POST /v1/auth/token\`. Valid for ${ACCESS_TOKEN_SECONDS / 60} minutes; use the refresh ` +
      'token to get the next.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'shk_…',
    description:
      'From `POST /v1/me/api-keys`, with the scope `read` for every GET and `write` for the rest.',
  },
} as const;

/** The answer at a station's former slug, until another station takes it. */
const MOVED = {
  description: 'The station has a new address.',
  headers: MOVED_HEADERS,
};

/** A member’s program also makes the calls that need no account: it signs in, and reads stations. */
const isFor = (audience: Audience, { access }: Call): boolean => {
  if (access === 'public') return audience !== 'admin';
  return isOfAdminArea(access) ? audience === 'admin' : audience === 'member';
};

/**
 * The OpenAPI 3.1 document, generated from the contract.
 * @param audience default: the calls of everybody
 */
export function describeApi(publicUrl: string, audience?: Audience) {
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
  const groups = CALL_GROUPS.map(({ calls, ...group }) => ({
    ...group,
    calls: calls.filter((call) => audience === undefined || isFor(audience, call)),
  })).filter(({ calls }) => calls.length > 0);
  for (const { name, calls } of groups) {
    for (const call of calls) registry.registerPath(operation(call, name));
  }
  const hasWebhooks = groups.some(({ name }) => name === WEBHOOKS.name);
  for (const type of hasWebhooks ? WEBHOOK_EVENT_TYPES : []) {
    registry.registerWebhook(webhookOperation(type));
  }
  // The generator meets these nowhere.
  const others = [
    ...(hasWebhooks ? [WebhookEventBody] : []),
    ...groups.flatMap(({ calls }) => calls.flatMap(dataOfEvents)),
  ];
  const document = new OpenApiGeneratorV31([
    ...registry.definitions,
    ...others.map((schema) => ({ type: 'schema' as const, schema })),
  ]).generateDocument({
    openapi: '3.1.0',
    info: {
      title: `${BRAND.name} API`,
      version: '1.0.0',
      description: GUIDE,
      contact: { name: BRAND.name, url: publicUrl, email: COMPANY.contact_email },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: groups.map(({ name, description }) => ({ name, description })),
  });
  return shareProblemResponses(addExamples(document));
}

function operation(call: Call, group: string): RouteConfig {
  return {
    method: call.method,
    path: call.path,
    operationId: call.id,
    tags: [group],
    summary: call.summary,
    description: descriptionOf(call),
    ...(call.deprecated && { deprecated: true }),
    security: securityOf(call),
    ...(call.limits && {
      'x-rate-limits': call.limits.map((name) => ({ name, ...RATE_LIMITS[name] })),
    }),
    request: {
      ...(call.params && { params: call.params }),
      ...(call.query && { query: call.query }),
      ...requestHeaders(call),
      ...(call.body && { body: requestBody(call.body, call) }),
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

/** Either way to authenticate, unless the call refuses API keys. */
function securityOf(call: Call): Record<string, string[]>[] {
  if (call.access === 'public') return [];
  return call.api_keys === false ? [{ accessToken: [] }] : [{ accessToken: [] }, { apiKey: [] }];
}

function descriptionOf(call: Call): string {
  const limits = (call.limits ?? []).map((name) => `- ${limitInWords(RATE_LIMITS[name])}`);
  return [
    call.description ?? `${call.summary}.`,
    ...(call.access === 'admin' ? ['Admins only.'] : []),
    ...(call.access === 'support' ? ['Admins and support only.'] : []),
    ...(call.api_keys === false ? ['API keys are refused: use an access token.'] : []),
    ...teamInWords(call),
    ...(call.access === 'public' || call.api_keys === false ? [] : [scopesInWords(call)]),
    ...(call.step_up ? ['Needs a `Step-Up` token, from `POST /v1/auth/step-up`.'] : []),
    ...(call.step_up_with_factor
      ? ['An account with a second factor needs a `Step-Up` token, from `POST /v1/auth/step-up`.']
      : []),
    ...(limits.length > 0 ? [`Limits:\n${limits.join('\n')}`] : []),
  ].join('\n\n');
}

/** The team members who can make a call for the owner of a business. */
function teamInWords(call: Call): string[] {
  const access = teamAccessOf(call);
  if (access === 'staff') return ['Team members can make it for a business.'];
  return access === 'manager' ? ['Managers of a team can make it for a business.'] : [];
}

/** The scopes with which an API key can make a call. */
function scopesInWords(call: Call): string {
  const [last, ...others] = scopesFor(call)
    .map((scope) => `\`${scope}\``)
    .toReversed();
  const either = others.length > 0 ? `${others.toReversed().join(', ')} or ${last}` : last;
  return `An API key needs the scope ${either}${isOfAdminArea(call.access) ? ', and `admin`' : ''}.`;
}

function requestHeaders(call: Call) {
  const { request_headers, idempotent } = call;
  const shape = {
    ...(isForTeams(call) && BusinessHeaders.shape),
    ...(idempotent && IdempotencyHeaders.shape),
    ...(mayNeedStepUp(call) && StepUpHeaders.shape),
    ...request_headers?.shape,
  };
  return Object.keys(shape).length > 0 && { headers: z.object(shape) };
}

const isForTeams = (call: Call): boolean => ['manager', 'staff'].includes(teamAccessOf(call));

/** The header of calls that team members make for a business. */
const BusinessHeaders = z.object({
  [BUSINESS_HEADER.toLowerCase()]: z.string().optional().meta({
    description: 'The business for which a team member acts, from `GET /v1/me/teams`.',
    example: PUBLIC_ID_EXAMPLE,
  }),
});

/** The header of calls that require the password again. */
const StepUpHeaders = z.object({
  'step-up': z.string().optional().meta({
    description:
      'The token from `POST /v1/auth/step-up`. Required where the call’s description says so.',
    example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6InN0ZXAtdXArand0In0.e30.c2ln',
  }),
});

function requestBody(
  schema: NonNullable<Call['body']>,
  { body_examples: examples, body_type }: Call,
) {
  return {
    required: true,
    content: {
      [body_type ?? 'application/json']: {
        schema,
        examples: Object.fromEntries(
          Object.entries(examples ?? {}).map(([summary, value]) => [
            // Names of examples may not contain spaces (OpenAPI 3.1, Components).
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
  if (call.status === 204) return { description: 'Success, without a body.', headers };
  if (call.content_type === 'text/event-stream') {
    return { description: 'An event stream, which stays open.', headers, ...describeEvents(call) };
  }
  return {
    description: 'Success',
    headers,
    content: { [call.content_type ?? 'application/json']: { schema: call.response } },
  };
}

/** A schema's name among the document's components. */
const componentOf = (schema: z.ZodType): string => String(schema.meta()?.id);

/** The object in an event's data, which a union has beside null. */
const objectIn = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodUnion ? (schema.options[0] as z.ZodType) : schema;

/** The objects in the events of a stream. */
const dataOfEvents = ({ content_type, response }: Call): z.ZodType[] =>
  content_type === 'text/event-stream' && response instanceof z.ZodObject
    ? Object.values<z.ZodType>(response.shape).map(objectIn)
    : [];

/** A reference to an event's data, which is a component or null. */
function dataOf(schema: z.ZodType): { words: string; reference: object } {
  const component = componentOf(objectIn(schema));
  const reference = { $ref: `#/components/schemas/${component}` };
  return schema instanceof z.ZodUnion
    ? { words: `a \`${component}\` or null`, reference: { anyOf: [reference, { type: 'null' }] } }
    : { words: `a \`${component}\``, reference };
}

/** OpenAPI 3.1 cannot describe events, so `x-events` has the schema of each event's `data`, by event name. */
function describeEvents(call: Call) {
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

const PER: Record<RateLimit['per'], string> = {
  address: 'per address',
  account: 'per account',
  target: 'per email address or phone number',
  'target and address': 'per email address or phone number, and address',
  everybody: 'from everybody together',
};

/** A rate limit in words, for example `20 failures in 15 minutes per address`. */
export function limitInWords({ points, seconds, per, counts, beyond }: RateLimit): string {
  const what = points === 1 ? counts.slice(0, -1) : counts;
  const then = {
    silence: '; beyond that nothing is sent, and the answer is the same',
    'a wait': '; beyond that the answer comes later',
    'an alarm': '; beyond that the operator is alarmed, and the answer is the same',
  };
  return `${points} ${what} in ${duration(seconds)} ${PER[per]}${beyond ? then[beyond] : ''}`;
}

function duration(seconds: number): string {
  const [count, unit] = seconds % 3600 === 0 ? [seconds / 3600, 'hour'] : [seconds / 60, 'minute'];
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`;
}
