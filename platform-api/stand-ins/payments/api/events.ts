import { z } from 'zod';
import { flag, list, page, text } from './fields.ts';
import { pageOf } from './lists.ts';
import { only } from './only.ts';
import { route } from './route.ts';

const expand = list(text).optional();

export const eventRoutes = [
  route(
    'GET',
    '/v1/events',
    z.strictObject({
      ...page,
      delivery_success: flag.optional(),
      expand,
      type: text.optional(),
      types: list(text).optional(),
    }),
    (ledger, params) =>
      pageOf(
        ledger
          .all('event')
          .filter(only('type', params.type))
          .filter(({ type }) => params.types === undefined || params.types.includes(type))
          .filter(
            ({ pending_webhooks: pending }) =>
              params.delivery_success === undefined || params.delivery_success === (pending === 0),
          ),
        params,
        '/v1/events',
      ),
  ),
  route('GET', '/v1/events/:id', z.strictObject({ expand }), (ledger, _, { id = '' }) =>
    ledger.get('event', id),
  ),
];
