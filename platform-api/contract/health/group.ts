import { group } from '../call.ts';
import { isDomainAllowed } from '../domains/calls.ts';
import { getHealth, getReady, getStatus } from './calls.ts';

export const HEALTH = group({
  name: 'Health',
  description: 'For load balancers, proxies and monitoring.',
  calls: [getHealth, getReady, getStatus, isDomainAllowed],
});
