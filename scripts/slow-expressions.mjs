// The two rules of eslint-plugin-regexp that refuse expressions of quadratic time, as a plugin of oxlint.
import { createRequire } from 'node:module';

const { rules } = createRequire(import.meta.url)('eslint-plugin-regexp');
const wanted = ['no-super-linear-backtracking', 'no-super-linear-move'];

export default {
  meta: { name: 'regexp' },
  rules: Object.fromEntries(wanted.map((name) => [name, rules[name]])),
};
