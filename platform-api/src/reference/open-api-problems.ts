import {
  isOfAdminArea,
  mayNeedStepUp,
  worksInMaintenance,
  type Call,
} from '../../contract/call.ts';
import { CALLS } from '../../contract/calls.ts';
import { ERRORS, wireCode, type ErrorName } from '../../contract/errors.ts';
import { quoteFor } from '../../contract/billing/pricing.ts';
import { Problem } from '../../contract/problem.ts';
import { errorAddress } from '../http/problems.ts';
import { problemHeaders } from './open-api-headers.ts';

/** Every error of a call: its own, and those that all calls of its kind share. */
export function errorsOf(call: Call): ErrorName[] {
  const names: ErrorName[] = [
    ...call.errors,
    ...(call.access === 'public' ? [] : OF_IDENTITY),
    ...(isOfAdminArea(call.access) || call.api_keys === false ? (['forbidden'] as const) : []),
    ...(takesKeys(call) ? (['insufficient_scope'] as const) : []),
    ...(isRefusedToViews(call) ? (['view_only'] as const) : []),
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
