import type { Way } from './rules.ts';

/** Who somebody says they are, kept while they change from one way to sign in to another. */
export interface Typed {
  way: Way;
  email: string;
  phone: string;
}

export const NOTHING_TYPED: Typed = { way: 'email', email: '', phone: '' };
