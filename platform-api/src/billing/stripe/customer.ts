import { ERRORS } from '../../../contract/errors.ts';
import type { Knex } from 'knex';
import type Stripe from 'stripe';
import type { CompanyDetails } from '../../../contract/billing/schemas.ts';
import { countryCode } from '../../accounts/countries.ts';
import { AppError } from '../../errors.ts';
import { BillingAccount } from '../billing-account.ts';
import { createOnce, isMissing, isInvalidRequest } from './payments.ts';
import type { Purchase } from '../purchase.ts';
import { fullVatNumber, plainVatNumber } from '../vat-number.ts';

interface Deps {
  db: Knex;
  stripe: Stripe;
}

/** The language of invoices and of Stripe's pages. */
const LOCALE = 'en-GB';

/**
 * Finds or creates the member's Stripe customer and updates it with the company, address and VAT number of the
 * purchase, which later invoices show. A member always keeps the same Stripe customer.
 *
 * @throws `vat_number_invalid` when Stripe rejects the number; `session_ended` when the account was deleted;
 *   the errors of Stripe's library
 */
export async function prepareCustomer(
  deps: Deps,
  purchase: Purchase,
  email: string | null,
): Promise<string> {
  const { stripe } = deps;
  const details = customerDetails(purchase.company_details, email);
  let id = await findOrCreateCustomer(deps, purchase.user_id);
  try {
    await stripe.customers.update(id, details);
  } catch (error) {
    if (!isMissing(error)) throw error;
    // The customer was deleted at Stripe: create another.
    await BillingAccount.query(deps.db)
      .where({ user_id: purchase.user_id, customer_id: id })
      .patch({ customer_id: null });
    id = await findOrCreateCustomer(deps, purchase.user_id, id);
    await stripe.customers.update(id, details);
  }
  await updateTaxId(deps, id, purchase);
  const { purchase_order } = purchase.company_details;
  if (purchase_order) await setPurchaseOrder(deps, id, purchase_order);
  return id;
}

/**
 * Prints a purchase-order number on the customer's invoices from now on.
 * @param number null: none
 * @throws the errors of Stripe's library
 */
export async function setPurchaseOrder(
  { db, stripe }: Deps,
  stripeCustomerId: string,
  number: string | null,
): Promise<void> {
  const custom_fields =
    number === null ? ('' as const) : [{ name: PURCHASE_ORDER_LABEL, value: number }];
  await stripe.customers.update(stripeCustomerId, { invoice_settings: { custom_fields } });
  await BillingAccount.query(db)
    .where({ customer_id: stripeCustomerId })
    .patch({ purchase_order: number });
}

const PURCHASE_ORDER_LABEL = 'Purchase order';

/**
 * Finds or creates the member's Stripe customer. The request has only the member's id, so that a retry sends the
 * same parameters.
 * @param lost the id of a deleted customer to replace
 */
async function findOrCreateCustomer(
  { db, stripe }: Deps,
  userId: string,
  lost = '',
): Promise<string> {
  const known = await accountOf(db, userId);
  if (known.customer_id !== null) return known.customer_id;
  const key = `customer-${userId}${lost && `-after-${lost}`}`;
  const made = await createOnce(key, (options) =>
    stripe.customers.create({ metadata: { user_id: userId } }, options),
  );
  const saved = await BillingAccount.query(db)
    .where({ user_id: userId, customer_id: null })
    .patch({ customer_id: made.id });
  if (saved > 0) return made.id;
  const current = await accountOf(db, userId);
  return current.customer_id ?? made.id;
}

/** @throws `session_ended` when the account was deleted meanwhile */
async function accountOf(db: Knex, userId: string): Promise<BillingAccount> {
  const account = await BillingAccount.query(db).findById(userId);
  if (!account) throw new AppError('session_ended');
  return account;
}

function customerDetails(company: CompanyDetails, email: string | null) {
  const country = countryCode(company.country);
  return {
    name: company.name,
    ...(email !== null && { email }),
    phone: company.telephone.slice(0, MAX_PHONE),
    address: {
      line1: company.address,
      postal_code: company.postal_code,
      city: company.city,
      ...(country !== null && { country }),
    },
    preferred_locales: [LOCALE],
  } satisfies Stripe.CustomerUpdateParams;
}

/** The longest phone number that Stripe accepts. */
const MAX_PHONE = 20;

/** A VAT number in Stripe's format. */
type TaxId = Pick<Stripe.CustomerCreateTaxIdParams, 'type' | 'value'>;

/** Adds the purchase's VAT number to the customer and removes those of earlier orders. */
async function updateTaxId(
  deps: Deps,
  stripeCustomerId: string,
  purchase: Purchase,
): Promise<void> {
  const { stripe } = deps;
  const wanted = taxIdOf(purchase.company_details);
  const there = await stripe.customers.listTaxIds(stripeCustomerId, { limit: 100 });
  const kept = there.data.find(
    ({ type, value }) =>
      type === wanted?.type && plainVatNumber(value) === plainVatNumber(wanted.value),
  );
  for (const taxId of there.data.filter((one) => one !== kept)) {
    await stripe.customers.deleteTaxId(stripeCustomerId, taxId.id).catch(ignoreMissing);
  }
  if (!wanted || kept) return;
  const key = `tax-id-${purchase.id}-${purchase.attempt}`;
  try {
    await createOnce(key, (options) =>
      stripe.customers.createTaxId(stripeCustomerId, wanted, options),
    );
  } catch (error) {
    if (isInvalidRequest(error) && error.code === 'tax_id_invalid') throw vatNumberInvalid();
    throw error;
  }
}

/** A concurrent request of the same member may have deleted the number. */
function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

/** The error for an invalid VAT number, with its field. */
export const vatNumberInvalid = () =>
  new AppError('vat_number_invalid', {
    fields: [
      {
        field: 'company_details.vat_number',
        code: 'invalid_format',
        message: 'This does not match the VAT number format of this country.',
      },
    ],
  });

/** The error for a VAT number that its register does not know, with its field. */
export const vatNumberUnknown = () =>
  new AppError('vat_number_unknown', {
    fields: [
      {
        field: 'company_details.vat_number',
        code: 'not_registered',
        message: ERRORS.vat_number_unknown.detail,
      },
    ],
  });

/** The member states of the European Union. */
const EU_COUNTRIES = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/**
 * The VAT number with Stripe's type for it (docs.stripe.com/billing/customer/tax-ids). Null: Stripe has no such
 * type, or this function does not support the country. The number is then stored only in our row.
 */
export function taxIdOf({ country, vat_number }: CompanyDetails): TaxId | null {
  const plain = plainVatNumber(vat_number ?? '');
  const code = countryCode(country);
  if (plain === '' || code === null) return null;
  const value = fullVatNumber(plain, country);
  if (EU_COUNTRIES.has(code) || value.startsWith('XI')) return { type: 'eu_vat', value };
  if (code === 'GB') return { type: 'gb_vat', value };
  const digits = plain.replace(/\D/g, '');
  if (code === 'NO') return { type: 'no_vat', value: `${digits}MVA` };
  if (code === 'CH') {
    const [, a, b, c] = /^(\d{3})(\d{3})(\d{3})$/.exec(digits) ?? [];
    const ending = /(MWST|TVA|IVA)$/.exec(plain)?.[0] ?? 'MWST';
    return { type: 'ch_vat', value: `CHE-${a}.${b}.${c} ${ending}` };
  }
  return null;
}
