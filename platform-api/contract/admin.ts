import { z } from 'zod';
import { call } from './call.ts';
import { CURRENCY } from './limits.ts';

export const getStats = call({
  id: 'getStats',
  method: 'get',
  path: '/v1/admin/stats',
  access: 'admin',
  summary: 'The operator’s four figures',
  description:
    'Amounts are in cents. Revenue is summed from the stations’ `total_amount`; collected revenue ' +
    'from invoices that were paid.',
  response: z.object({
    total_customers: z.int().meta({ example: 128 }),
    total_revenue: z.int().meta({ example: 1_934_500 }),
    collected_revenue: z.int().meta({ example: 1_790_200 }),
    active_stations: z.int().meta({ example: 103 }),
    pending_setups: z.int().meta({ example: 7 }),
    currency: z.literal(CURRENCY),
  }),
  errors: [],
});
