import { SHEETS, testLooks } from './hostile-css.ts';

// Only its own keys.
const names = Object.keys(SHEETS) as (keyof typeof SHEETS)[];
testLooks(names.filter((name) => name !== 'rules for everything'));
