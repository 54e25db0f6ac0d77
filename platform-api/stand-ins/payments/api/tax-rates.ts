import { z } from 'zod';
import { newTaxRate } from '../objects/catalogue.ts';
import { InvalidRequest } from '../refusals.ts';
import { decimal, flag, list, metadata, optionalText, page, text } from './fields.ts';
import { pageOf } from './lists.ts';
import { mergedMetadata } from './metadata.ts';
import { only } from './only.ts';
import { route } from './route.ts';

const TAX_RATES = '/v1/tax_rates';
const expand = list(text).optional();

const described = z.strictObject({
  active: flag.optional(),
  country: text.length(2).optional(),
  description: optionalText.optional(),
  expand,
  jurisdiction: text.max(50).optional(),
  metadata: metadata.optional(),
  state: text.optional(),
  tax_type: z
    .enum(['vat', 'gst', 'hst', 'igst', 'jct', 'pst', 'qst', 'rst', 'sales_tax'])
    .optional(),
});

export const taxRateRoutes = [
  route(
    'POST',
    TAX_RATES,
    described.extend({ display_name: text.min(1).max(50), inclusive: flag, percentage: decimal }),
    (ledger, params) => {
      if (params.percentage < 0 || params.percentage > 100) {
        throw InvalidRequest('Percentage must be between 0 and 100.', 'percentage');
      }
      const rate = newTaxRate(ledger.time(), {
        ...params,
        effective_percentage: params.percentage,
        metadata: mergedMetadata({}, params.metadata),
      });
      ledger.put('tax_rate', rate);
      ledger.record('tax_rate.created', rate);
      return rate;
    },
  ),
  route(
    'GET',
    TAX_RATES,
    z.strictObject({ ...page, active: flag.optional(), expand, inclusive: flag.optional() }),
    (ledger, params) =>
      pageOf(
        ledger
          .all('tax_rate')
          .filter(only('active', params.active))
          .filter(only('inclusive', params.inclusive)),
        params,
        TAX_RATES,
      ),
  ),
  route('GET', `${TAX_RATES}/:id`, z.strictObject({ expand }), (ledger, _, { id = '' }) =>
    ledger.get('tax_rate', id),
  ),
  route(
    'POST',
    `${TAX_RATES}/:id`,
    described.extend({ display_name: text.min(1).max(50).optional() }),
    (ledger, { metadata: given, ...params }, { id = '' }) => {
      const before = ledger.get('tax_rate', id);
      const metadata = mergedMetadata(before.metadata, given);
      return ledger.change('tax_rate', id, { ...params, metadata }, 'tax_rate.updated');
    },
  ),
];
