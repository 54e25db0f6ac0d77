import type Stripe from 'stripe';
import { PACKAGE_NAMES, VAT_PERCENT, type PackageName } from '../../../contract/prices.ts';
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

  return {
    async entry(packageName, vatPercent) {
      return {
        product: await ensureProduct(productOf(packageName), `${packageName} radio station`),
        setup_product: await ensureProduct(SETUP_PRODUCT, 'Setup fee'),
        tax_rates: vatPercent > 0 ? [(taxRate ??= await findOrCreateTaxRate(stripe))] : [],
      };
    },
    forget() {
      products.clear();
      taxRate = undefined;
    },
  };
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
