import { testLooks } from './hostile-css.ts';

testLooks(['rules for everything']);
