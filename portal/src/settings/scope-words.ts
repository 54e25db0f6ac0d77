import type { ApiKey } from './queries.ts';

type Scopes = ApiKey['scopes'];

/** What a key may do, in words. */
export function scopeWords(scopes: Scopes): string {
  if (!scopes.includes('write')) return 'Can read';
  return scopes.includes('read') ? 'Can read and change' : 'Can change';
}

/** What is offered for a new key; less first. */
export const SCOPE_CHOICES = [
  { value: 'read', label: 'Read' },
  { value: 'read,write', label: 'Read and change' },
] as const;
