import type { Knex } from 'knex';
import type Stripe from 'stripe';
import type { CompanyDetails } from '../../contract/billing.ts';
import { AppError } from '../errors.ts';
import { BillingAccount } from './billing-account.ts';
import { createOnce, isGone, isRefusal } from './idempotent-creation.ts';
import type { Purchase } from './purchase.ts';
import { countryCode, plainVatNumber } from './vat-number.ts';

interface Deps {
  db: Knex;
  stripe: Stripe;
}

/** What bills and the provider's pages are written in. */
const LOCALE = 'en-GB';

/**
 * Makes the buyer known to the provider, with the purchase's company, address and VAT number on all
 * later invoices. A member is one customer, for good.
 *
 * @throws `vat_number_invalid` where the provider knows better than we; `session_ended` when the buyer has left;
 *   otherwise what its library throws
 */
export async function prepareCustomer(
  deps: Deps,
  purchase: Purchase,
  email: string | null,
): Promise<string> {
  const { stripe } = deps;
  const details = customerDetails(purchase.company_details, email);
  let id = await customerOf(deps, purchase.user_id);
  try {
    await stripe.customers.update(id, details);
  } catch (error) {
    if (!isGone(error)) throw error;
    // Somebody deleted it there: the next one takes its place.
    await BillingAccount.query(deps.db)
      .where({ user_id: purchase.user_id, customer_id: id })
      .patch({ customer_id: null });
    id = await customerOf(deps, purchase.user_id, id);
    await stripe.customers.update(id, details);
  }
  await bringTaxId(deps, id, purchase);
  return id;
}

/**
 * The member's customer, made where there is none. It is made of nothing but the member's id, so that
 * whoever repeats it asks for the very same.
 * @param lost the one that it replaces
 */
async function customerOf({ db, stripe }: Deps, user_id: string, lost = ''): Promise<string> {
  const known = await accountOf(db, user_id);
  if (known.customer_id !== null) return known.customer_id;
  const key = `customer-${user_id}${lost && `-after-${lost}`}`;
  const made = await createOnce(key, (options) =>
    stripe.customers.create({ metadata: { user_id } }, options),
  );
  const saved = await BillingAccount.query(db)
    .where({ user_id, customer_id: null })
    .patch({ customer_id: made.id });
  if (saved > 0) return made.id;
  const quicker = await accountOf(db, user_id);
  return quicker.customer_id ?? made.id;
}

/** @throws `session_ended` when the member has left meanwhile */
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

/** Stripe takes no longer phone numbers (its reference, Customer, phone). */
const MAX_PHONE = 20;

/** A VAT number as the provider takes it. */
type TaxId = Pick<Stripe.CustomerCreateTaxIdParams, 'type' | 'value'>;

/** Gives the customer the purchase's VAT number, and takes away another one from an earlier order. */
async function bringTaxId(deps: Deps, customer: string, purchase: Purchase): Promise<void> {
  const { stripe } = deps;
  const wanted = taxIdOf(purchase.company_details);
  const there = await stripe.customers.listTaxIds(customer, { limit: 100 });
  const kept = there.data.find(
    ({ type, value }) =>
      type === wanted?.type && plainVatNumber(value) === plainVatNumber(wanted.value),
  );
  for (const taxId of there.data.filter((one) => one !== kept)) {
    await stripe.customers.deleteTaxId(customer, taxId.id).catch(unlessGone);
  }
  if (!wanted || kept) return;
  const key = `tax-id-${purchase.id}-${purchase.attempt}`;
  try {
    await createOnce(key, (options) => stripe.customers.createTaxId(customer, wanted, options));
  } catch (error) {
    if (isRefusal(error) && error.code === 'tax_id_invalid') throw vatNumberRefused();
    throw error;
  }
}

/** Two requests of the same buyer may take the same number away. */
function unlessGone(error: unknown): void {
  if (!isGone(error)) throw error;
}

/** The refusal of a VAT number, at its field. */
export const vatNumberRefused = () =>
  new AppError('vat_number_invalid', {
    fields: [
      {
        field: 'company_details.vat_number',
        code: 'invalid_format',
        message: 'This does not match the VAT number format of this country.',
      },
    ],
  });

/** The member states of the European Union, and Northern Ireland's own letters. */
const EU_COUNTRIES = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/**
 * The VAT number with the provider's type for it (Stripe, Customer tax IDs). One of a country that has
 * no type there, or whose form nobody has written down here, stands on our own row alone.
 */
export function taxIdOf({ country, vat_number }: CompanyDetails): TaxId | null {
  const plain = plainVatNumber(vat_number ?? '');
  const code = countryCode(country);
  if (plain === '' || code === null) return null;
  const withPrefix = (prefix: string) => (plain.startsWith(prefix) ? plain : prefix + plain);
  if (EU_COUNTRIES.has(code)) {
    return { type: 'eu_vat', value: withPrefix(code === 'GR' ? 'EL' : code) };
  }
  if (code === 'GB') return { type: 'gb_vat', value: withPrefix('GB') };
  const digits = plain.replace(/\D/g, '');
  if (code === 'NO') return { type: 'no_vat', value: `${digits}MVA` };
  if (code === 'CH') {
    const [, a, b, c] = /^(\d{3})(\d{3})(\d{3})$/.exec(digits) ?? [];
    const ending = /(MWST|TVA|IVA)$/.exec(plain)?.[0] ?? 'MWST';
    return { type: 'ch_vat', value: `CHE-${a}.${b}.${c} ${ending}` };
  }
  return null;
}
