import type Stripe from 'stripe';
import {
  PACKAGE_NAMES,
  packageNamed,
  VAT_PERCENT,
  type PackageName,
} from '../../../contract/billing/prices.ts';
import { createOnce, isInvalidRequest } from './payments.ts';

/** The metadata of our tax rate at Stripe. */
const VAT_TAG = { stationhouse: 'vat' };

const SETUP_PRODUCT = 'stationhouse_setup';

const productOf = (packageName: PackageName): string => `stationhouse_${packageName.toLowerCase()}`;

/** The Stripe objects that a checkout's lines refer to. */
export interface CatalogueEntry {
  product: string;
  setup_product: string;
  /** Empty: no VAT. */
  tax_rates: string[];
}

/** Our products and tax rate at Stripe, created by the first purchase that needs them. */
export interface Catalogue {
  /** @throws the errors of Stripe's library */
  entry(packageName: PackageName, vatPercent: number): Promise<CatalogueEntry>;
  /**
   * The id of a package's monthly price, which a change of package needs.
   * @throws the errors of Stripe's library
   */
  monthlyPrice(packageName: PackageName): Promise<string>;
  /** Clears the cache: an object may have been deleted at Stripe. */
  forget(): void;
}

/** The package of a Stripe product; null: not one of our packages. */
export function packageOfProduct(productId: string): PackageName | null {
  return PACKAGE_NAMES.find((name) => productOf(name) === productId) ?? null;
}

/** Creates a catalogue with a cache of the objects that exist at Stripe. */
export function createCatalogue(stripe: Stripe): Catalogue {
  const products = new Set<string>();
  let taxRate: string | undefined;

  async function ensureProduct(id: string, name: string): Promise<string> {
    if (products.has(id)) return id;
    try {
      await stripe.products.create({ id, name });
    } catch (error) {
      if (!isInvalidRequest(error) || error.code !== 'resource_already_exists') throw error;
    }
    products.add(id);
    return id;
  }

  const ensurePackage = (name: PackageName): Promise<string> =>
    ensureProduct(productOf(name), `${name} radio station`);

  return {
    async entry(packageName, vatPercent) {
      return {
        product: await ensurePackage(packageName),
        setup_product: await ensureProduct(SETUP_PRODUCT, 'Setup fee'),
        tax_rates: vatPercent > 0 ? [(taxRate ??= await findOrCreateTaxRate(stripe))] : [],
      };
    },
    async monthlyPrice(packageName) {
      const { monthly_fee: unit_amount, currency } = packageNamed(packageName);
      const product = await ensurePackage(packageName);
      // A new amount has a new key, because prices at Stripe never change.
      const lookup_key = `${product}_${currency}_${unit_amount}`;
      const found = await findPrice(stripe, lookup_key);
      if (found !== undefined) return found;
      try {
        const recurring = { interval: 'month' as const };
        const price = { product, currency, unit_amount, recurring, lookup_key };
        return (await stripe.prices.create(price)).id;
      } catch (error) {
        // Another request has created it meanwhile.
        const created = isInvalidRequest(error) ? await findPrice(stripe, lookup_key) : undefined;
        if (created === undefined) throw error;
        return created;
      }
    },
    forget() {
      products.clear();
      taxRate = undefined;
    },
  };
}

async function findPrice(stripe: Stripe, lookup_key: string): Promise<string | undefined> {
  const { data } = await stripe.prices.list({ lookup_keys: [lookup_key], active: true });
  return data[0]?.id;
}

/** The exclusive VAT rate, which later invoices use too. If several exist, the oldest is used. */
async function findOrCreateTaxRate(stripe: Stripe): Promise<string> {
  let found: Stripe.TaxRate | undefined;
  for await (const rate of stripe.taxRates.list({ active: true, limit: 100 })) {
    const isOurs = rate.metadata?.['stationhouse'] === VAT_TAG.stationhouse;
    if (isOurs && rate.percentage === VAT_PERCENT && !rate.inclusive) found = rate;
  }
  found ??= await createOnce(`tax-rate-vat-${VAT_PERCENT}`, (options) =>
    stripe.taxRates.create(
      {
        display_name: 'VAT',
        percentage: VAT_PERCENT,
        inclusive: false,
        country: 'GB',
        metadata: VAT_TAG,
      },
      options,
    ),
  );
  return found.id;
}
