import type { OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';
import {
  isOfAdminArea,
  teamAccessOf,
  mayNeedStepUp,
  worksInMaintenance,
  type Call,
} from '../../contract/call.ts';
import { CALLS } from '../../contract/calls.ts';
import { ERRORS, wireCode, type ErrorName } from '../../contract/errors.ts';
import { quoteFor } from '../../contract/billing/pricing.ts';
import { Problem } from '../../contract/problem.ts';
import { REPLAYED_HEADER } from '../http/idempotency.ts';
import { errorAddress } from '../http/problem-answers.ts';
import { problemHeaders } from './open-api-headers.ts';

/** Every error of a call: its own, and those that all calls of its kind share. */
export function errorsOf(call: Call): ErrorName[] {
  const names: ErrorName[] = [
    ...call.errors,
    ...(call.access === 'public' ? [] : OF_IDENTITY),
    ...(isOfAdminArea(call.access) || call.api_keys === false ? (['forbidden'] as const) : []),
    ...(takesKeys(call) ? (['insufficient_scope'] as const) : []),
    ...(isRefusedToViews(call) ? (['view_only'] as const) : []),
    ...teamErrorsOf(call),
    ...(isOfAdminArea(call.access) ? (['second_factor_setup_required'] as const) : []),
    ...(call.raw_body === undefined ? [] : OF_RAW_BODIES),
    ...(call.body && call.raw_body === undefined ? OF_BODIES : []),
    ...(call.form ? (['validation_failed'] as const) : []),
    ...(mayNeedStepUp(call) ? (['step_up_required'] as const) : []),
    ...(call.idempotent ? OF_KEYS : []),
    ...(call.query ? (['validation_failed'] as const) : []),
    ...(call.limits ? (['rate_limited'] as const) : []),
    ...(worksInMaintenance(call) ? [] : (['maintenance'] as const)),
    ...ANYWHERE,
  ];
  return [...new Set(names)];
}

const takesKeys = ({ access, api_keys }: Call): boolean =>
  access !== 'public' && api_keys !== false;
const OF_IDENTITY = ['invalid_token', 'token_expired', 'session_ended'] as const;
/** Support sees what API keys may read. */
const isRefusedToViews = ({ access, method, api_keys }: Call): boolean =>
  access === 'member' && (method !== 'get' || api_keys === false);
/** Refusals of requests that a team member makes for a business. */
function teamErrorsOf(call: Call): ErrorName[] {
  const needed = teamAccessOf(call);
  if (call.access !== 'member' || needed === 'self') return [];
  if (needed === 'owner') return ['not_in_team', 'owner_only'];
  if (needed === 'manager') return ['not_in_team', 'manager_only'];
  return call.method === 'get' ? ['not_in_team'] : ['not_in_team', 'all_locations_only'];
}
const OF_BODIES = [
  'bad_json',
  'body_too_large',
  'unsupported_media_type',
  'validation_failed',
] as const;
/** A raw body is not parsed. */
const OF_RAW_BODIES = ['body_too_large', 'unsupported_media_type'] as const;
const OF_KEYS = [
  'idempotency_key_reused',
  'request_in_progress',
  'request_answer_lost',
  'validation_failed',
] as const;
const ANYWHERE = ['internal_error', 'unavailable'] as const;

/** One entry per status, which several errors can share. */
export function problemResponses(call: Call) {
  const all = errorsOf(call);
  const statuses = new Set(all.map((name) => ERRORS[name].status));
  return Object.fromEntries(
    [...statuses].map((status) => {
      const names = all.filter((name) => ERRORS[name].status === status);
      return [
        status,
        {
          description: names
            .map((name) => `\`${wireCode(name)}\`: ${ERRORS[name].detail}`)
            .join('\n\n'),
          headers: problemHeaders(call, status, names),
          content: {
            'application/problem+json': {
              schema: Problem,
              examples: Object.fromEntries(
                names.map((name) => [name, { $ref: `#/components/examples/${name}` }]),
              ),
            },
          },
        },
      ];
    }),
  );
}

type Document = ReturnType<OpenApiGeneratorV31['generateDocument']>;
type ProblemResponse = ReturnType<typeof problemResponses>[string];
type Responses = Record<string, ProblemResponse | { $ref: string }>;

/**
 * Moves the problem responses that several calls have in common to the components. With one of its own for each call
 * the document was two thirds larger, and tools work through all of it first.
 * @throws Error when two of them would have one name
 */
export function shareProblemResponses(document: Document): Document {
  const places = new Map<string, { responses: Responses; status: string }[]>();
  for (const path of Object.values(document.paths ?? {})) {
    for (const { responses } of Object.values(path) as { responses: Responses }[]) {
      for (const [status, response] of Object.entries(responses)) {
        if (Number(status) < 400) continue;
        const text = JSON.stringify(response);
        places.set(text, [...(places.get(text) ?? []), { responses, status }]);
      }
    }
  }
  const shared: Record<string, ProblemResponse> = {};
  for (const [text, uses] of places) {
    if (uses.length === 1) continue;
    const response = JSON.parse(text) as ProblemResponse;
    const name = nameOf(response);
    if (name in shared) throw new Error(`Two responses would be named ${name}.`);
    shared[name] = response;
    for (const { responses, status } of uses) {
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  return { ...document, components: { ...document.components, responses: shared } as never };
}

/** A response is named by its errors; that of calls with idempotency keys has one more header. */
function nameOf({ content, headers }: ProblemResponse): string {
  const names = Object.keys(content['application/problem+json'].examples).join('.');
  return REPLAYED_HEADER in headers ? `${names}.replayed` : names;
}

/** An example of every problem, by its name in the contract. */
export function problemExamples(publicUrl: string): Record<string, Problem> {
  const names = new Set(CALLS.flatMap(errorsOf));
  return Object.fromEntries([...names].map((name) => [name, problemExample(name, publicUrl)]));
}

function problemExample(name: ErrorName, publicUrl: string): Problem {
  const { status, title, detail } = ERRORS[name];
  return {
    type: errorAddress(publicUrl, wireCode(name)),
    title,
    status,
    code: wireCode(name),
    detail,
    ...(name === 'validation_failed' && { errors: [FAULT_EXAMPLE] }),
    ...(name === 'vat_number_invalid' && { errors: [VAT_NUMBER_EXAMPLE] }),
    ...(name === 'price_changed' && { quote: QUOTE_EXAMPLE }),
    request_id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10',
  };
}

const FAULT_EXAMPLE = {
  field: 'nickname',
  code: 'unknown_field',
  message: 'This field is not allowed here.',
};

const VAT_NUMBER_EXAMPLE = {
  field: 'company_details.vat_number',
  code: 'invalid_format',
  message: 'This does not match the VAT number format of this country.',
};

const QUOTE_EXAMPLE = quoteFor({
  packageName: 'Professional',
  country: 'United Kingdom',
  isVatNumberValid: null,
});
