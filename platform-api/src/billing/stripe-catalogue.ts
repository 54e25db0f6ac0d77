import type Stripe from 'stripe';
import { PACKAGE_NAMES, VAT_PERCENT, type PackageName } from '../../contract/limits.ts';
import { createOnce, isRefusal } from './idempotent-creation.ts';

/** Our things at the provider carry this in their metadata. */
const VAT_TAG = { stationhouse: 'vat' };

const SETUP_PRODUCT = 'stationhouse_setup';

const productOf = (packageName: PackageName): string => `stationhouse_${packageName.toLowerCase()}`;

/** What a checkout's lines refer to. */
export interface CatalogueEntry {
  product: string;
  setup_product: string;
  /** Empty: no VAT. */
  tax_rates: string[];
}

/** What we sell, as the provider has it: made there by the first purchase that needs it. */
export interface Catalogue {
  /** @throws what the provider's library throws */
  entry(packageName: PackageName, vatPercent: number): Promise<CatalogueEntry>;
  /** Looks again at the next purchase: somebody may have thrown out there what we remember. */
  forget(): void;
}

/** The package that a subscription's product is; null: none of ours. */
export function packageOfProduct(productId: string): PackageName | null {
  return PACKAGE_NAMES.find((name) => productOf(name) === productId) ?? null;
}

/** Remembers, per process, what is known to be there. */
export function createCatalogue(stripe: Stripe): Catalogue {
  const products = new Set<string>();
  let taxRate: string | undefined;

  async function ensureProduct(id: string, name: string): Promise<string> {
    if (products.has(id)) return id;
    try {
      await stripe.products.create({ id, name });
    } catch (error) {
      if (!isRefusal(error) || error.code !== 'resource_already_exists') throw error;
    }
    products.add(id);
    return id;
  }

  return {
    async entry(packageName, vatPercent) {
      return {
        product: await ensureProduct(productOf(packageName), `${packageName} radio station`),
        setup_product: await ensureProduct(SETUP_PRODUCT, 'Setup fee'),
        tax_rates: vatPercent > 0 ? [(taxRate ??= await findOrMakeTaxRate(stripe))] : [],
      };
    },
    forget() {
      products.clear();
      taxRate = undefined;
    },
  };
}

/** VAT on top of the price, as a rate that every later invoice carries too. The oldest, where many. */
async function findOrMakeTaxRate(stripe: Stripe): Promise<string> {
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
