import { z } from 'zod';
import { call } from './call.ts';

export const getHealth = call({
  id: 'getHealth',
  method: 'get',
  path: '/v1/health',
  access: 'public',
  summary: 'The process lives',
  response: z.object({ status: z.literal('ok') }),
  errors: [],
});

const check = z.enum(['ok', 'failing']);

export const getReady = call({
  id: 'getReady',
  method: 'get',
  path: '/v1/ready',
  access: 'public',
  summary: 'The process can serve',
  description: 'Answers 503 while a part is missing, and while the process is stopping.',
  response: z.object({
    status: z.literal('ok'),
    checks: z.object({ database: check, migrations: check, storage: check }),
  }),
  errors: ['unavailable', 'storage_unavailable'],
});
