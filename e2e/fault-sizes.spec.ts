import { testFaultSizes } from './fault-sizes.ts';

for (const lang of ['en', 'de'] as const) testFaultSizes(lang);
