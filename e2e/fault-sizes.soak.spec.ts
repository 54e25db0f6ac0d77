import { testFaultSizes } from './fault-sizes.ts';

for (const lang of ['es', 'fr', 'it'] as const) testFaultSizes(lang);
