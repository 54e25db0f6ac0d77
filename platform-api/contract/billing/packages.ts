import { z } from 'zod';
import { call } from '../call.ts';
import { CURRENCY, PACKAGE_NAMES, PACKAGES } from './prices.ts';

/** A package on sale, as `prices.ts` has it. Fees are in cents. */
export const PackageView = z
  .object({
    name: z.enum(PACKAGE_NAMES),
    setup_fee: z.int(),
    monthly_fee: z.int(),
    currency: z.literal(CURRENCY),
    description: z.string(),
    features: z.array(z.string()),
    popular: z.boolean(),
    limits: z.object({
      radio_ids: z.int(),
      jingles: z.int(),
      commercial_spots: z.int(),
      listening_hours: z.int(),
    }),
  })
  .meta({ id: 'Package', example: PACKAGES[0] });

export const listPackages = call({
  id: 'listPackages',
  method: 'get',
  path: '/v1/packages',
  access: 'public',
  summary: 'The packages on sale',
  response: z.object({ data: z.array(PackageView) }),
  errors: [],
});
