import type { Knex } from 'knex';
import { z } from 'zod';
import type { CompanyDetails } from '../../contract/billing/schemas.ts';
import { DAY_MS } from '../../contract/time.ts';
import { job } from '../jobs/job.ts';
import type { Logger } from '../process/log.ts';
import { queueMail } from '../mail/send-mail.ts';
import { billingAlarm } from './operator-mails.tsx';
import { FetchRefused } from '../outbound/fetch-refused.ts';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';
import { fullVatNumber } from './vat-number.ts';

/** A register and how to ask it. */
export interface VatRegisterAddress {
  /** Without a trailing slash. */
  url: string;
  /** The operator's own number: only with it do the registers answer with a consultation number. */
  requester: string;
  /** HMRC: the application's OAuth client. */
  client: { id: string; secret: string } | null;
}

export interface VatRegisters {
  /** European Commission, VIES: numbers of the EU. Null: not asked. */
  vies: VatRegisterAddress | null;
  /** HM Revenue and Customs, "Check a UK VAT number" version 2. Null: not asked. */
  hmrc: VatRegisterAddress | null;
}

/** A register's answer. */
export interface VatAnswer {
  vat_number: string;
  is_registered: boolean;
  consultation_number: string | null;
  checked_at: Date;
}

/** An answer counts for this long, in ms: a number is rarely given back. */
const KEPT_MS = DAY_MS;

/** A token of HMRC lives four hours; it is renewed earlier, in ms. */
const TOKEN_MS = 3 * 60 * 60 * 1_000;

/** VIES (REST): `userError` says why a number could not be asked, or VIES answers with that alone. */
const ViesAnswer = z.union([
  z.object({
    isValid: z.boolean(),
    userError: z.string().optional(),
    requestIdentifier: z.string().nullish(),
  }),
  z
    .object({ errorWrappers: z.tuple([z.object({ error: z.string() })], z.unknown()) })
    .transform(({ errorWrappers: [{ error }] }) => ({
      isValid: false,
      userError: error,
      requestIdentifier: null,
    })),
]);
/** Anything else, such as MS_UNAVAILABLE or GLOBAL_MAX_CONCURRENT_REQ, is no answer. */
const VIES_ANSWERS = new Set(['VALID', 'INVALID', 'INVALID_INPUT']);

const HmrcToken = z.object({ access_token: z.string() });
const HMRC_SCOPE = 'read:vat';
const HMRC_FORMAT = 'application/vnd.hmrc.2.0+json';
/** The gateway before the register answers 404 as well, with other codes, where an API is gone. */
const HmrcAnswer = z.union([
  z.object({
    target: z.object({ vatNumber: z.string() }),
    consultationNumber: z.string().optional(),
  }),
  z.object({ code: z.literal('NOT_FOUND') }),
]);

/** VIES could not ask about the number. */
class ViesFailed extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`VIES: ${code}`);
    this.code = code;
  }
}

/** Whether the operator's own number or credentials are refused, so that nothing is answered until they are right. */
const refusesRequester = (error: unknown): boolean =>
  error instanceof FetchRefused
    ? error.status === 401 || error.status === 403
    : error instanceof ViesFailed && error.code === 'INVALID_REQUESTER_INFO';

/** XI is Northern Ireland. */
const VIES_PREFIXES = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
);

/** Purchases that one run asks about: the registers limit requests. */
const MOST_PER_RUN = 50;

export type VatRegister = ReturnType<typeof createVatRegister>;

/** Asks whether VAT numbers are registered. */
export function createVatRegister(deps: {
  db: Knex;
  guardedFetch: Pick<GuardedFetch, 'fetchJson'>;
  vatRegisters: VatRegisters;
  now: () => number;
  log: Logger;
}) {
  const { db, vatRegisters, now, log } = deps;
  const { fetchJson } = deps.guardedFetch;
  let token: { value: string; until: number } | undefined;

  async function askVies({ url, requester }: VatRegisterAddress, vatNumber: string) {
    const from = new URLSearchParams({
      requesterMemberStateCode: requester.slice(0, 2),
      requesterNumber: requester.slice(2),
    });
    const path = `/ms/${vatNumber.slice(0, 2)}/vat/${encodeURIComponent(vatNumber.slice(2))}`;
    const said = ViesAnswer.parse(await fetchJson(`${url}${path}?${from}`));
    if (said.userError !== undefined && !VIES_ANSWERS.has(said.userError)) {
      throw new ViesFailed(said.userError);
    }
    return { is_registered: said.isValid, consultation_number: said.requestIdentifier || null };
  }

  async function askHmrc({ url, requester, client }: VatRegisterAddress, vatNumber: string) {
    if (!token || token.until < now()) {
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: client?.id ?? '',
        client_secret: client?.secret ?? '',
        scope: HMRC_SCOPE,
      });
      const { access_token } = HmrcToken.parse(
        await fetchJson(`${url}/oauth/token`, undefined, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: body.toString(),
        }),
      );
      token = { value: access_token, until: now() + TOKEN_MS };
    }
    const path = `/organisations/vat/check-vat-number/lookup/${vatNumber.slice(2)}/${requester.replace(/^GB/, '')}`;
    const headers = { accept: HMRC_FORMAT, authorization: `Bearer ${token.value}` };
    const said = HmrcAnswer.parse(
      await fetchJson(`${url}${path}`, undefined, { headers, alsoStatuses: [404] }),
    );
    if ('code' in said) return { is_registered: false, consultation_number: null };
    return { is_registered: true, consultation_number: said.consultationNumber ?? null };
  }

  return {
    /**
     * Asks the register of a number whose form is right. An answer of the last 24 hours counts.
     * @returns null when no register is configured for it; 'unavailable' when the register does not answer
     */
    async ask(vatNumber: string, country: string): Promise<VatAnswer | 'unavailable' | null> {
      const full = fullVatNumber(vatNumber, country);
      const prefix = full.slice(0, 2);
      const { vies, hmrc } = vatRegisters;
      const address = isOfHmrc(full) ? hmrc : VIES_PREFIXES.has(prefix) ? vies : null;
      if (address === null) return null;
      const known: VatAnswer | undefined = await db('vat_answers')
        .where({ vat_number: full })
        .where('checked_at', '>', new Date(now() - KEPT_MS))
        .first();
      if (known) return known;
      try {
        const said = await (prefix === 'GB' ? askHmrc : askVies)(address, full);
        const answer = { vat_number: full, ...said, checked_at: new Date(now()) };
        await db('vat_answers').insert(answer).onConflict('vat_number').merge();
        return answer;
      } catch (error) {
        if (error instanceof FetchRefused && error.status === 401) token = undefined;
        const fields = { err: error, register: prefix };
        if (refusesRequester(error)) {
          log.error({ alarm: 'billing', ...fields }, 'a VAT register refuses our number or secret');
        } else log.warn(fields, 'a VAT register did not answer');
        return 'unavailable';
      }
    },
  };
}

/** HMRC knows numbers of 9 or 12 digits, and not those of authorities, such as GD001. */
const isOfHmrc = (vatNumber: string): boolean => /^GB\d{9}(\d{3})?$/.test(vatNumber);

/** The columns of a purchase that keep an answer as evidence. */
export const evidenceOf = (answer: VatAnswer | 'unavailable' | null) => ({
  vat_number_registered: typeof answer === 'object' ? (answer?.is_registered ?? null) : null,
  vat_consultation_number:
    typeof answer === 'object' ? (answer?.consultation_number ?? null) : null,
  vat_checked_at: typeof answer === 'object' ? (answer?.checked_at ?? null) : null,
  vat_check_due: answer === 'unavailable',
});

interface RecheckDeps {
  db: Knex;
  vatRegister: VatRegister;
  contactEmail: string;
}

interface Due {
  id: string;
  company_details: CompanyDetails;
}

/** Asks again about the numbers of purchases whose register was down, and tells the operator of a false one. */
export const RECHECK_VAT = job({
  name: 'recheck_vat_numbers',
  schedule: '23 * * * *',
  async run(deps: RecheckDeps) {
    const due: Due[] = await deps
      .db('purchases')
      .where({ vat_check_due: true, status: 'paid' })
      .orderBy('paid_at')
      .limit(MOST_PER_RUN);
    for (const purchase of due) await recheck(deps, purchase);
  },
});

async function recheck(
  { db, vatRegister, contactEmail }: RecheckDeps,
  purchase: Due,
): Promise<void> {
  const { name, vat_number = '', country } = purchase.company_details;
  const answer = await vatRegister.ask(vat_number, country);
  if (answer === 'unavailable') return;
  await db.transaction(async (trx) => {
    const changed = await trx('purchases')
      .where({ id: purchase.id, vat_check_due: true })
      .update(evidenceOf(answer));
    if (changed === 0 || answer?.is_registered !== false) return;
    const lines = [
      `The VAT number ${vat_number} of ${name} is not registered in ${country}.`,
      'The register was down when the package was bought. Ask the customer for the right number.',
    ];
    await queueMail(trx, contactEmail, billingAlarm({ lines }));
  });
}
