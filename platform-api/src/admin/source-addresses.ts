import { SOURCE_FIELDS, type SourceField, type StationChange } from '../../contract/customers.ts';
import { AppError, type FieldFault } from '../errors.ts';
import { FetchRefused } from '../outbound/fetch-refused.ts';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';
import { ownAddress } from '../tracks/own-address.ts';
import { whyNotRead } from './checks/refusal-words.ts';

interface Deps {
  guardedFetch: GuardedFetch;
  publicUrl: string;
}

/**
 * Refuses addresses that the guard would never open. One that doesn't answer may be saved: its server may
 * not be there yet.
 * @throws `url_not_allowed` naming each
 */
export async function requireAllowedAddresses(deps: Deps, station: StationChange): Promise<void> {
  const faults = await Promise.all(
    SOURCE_FIELDS.map((field) => faultOf(deps, field, station[field] ?? '')),
  );
  const found = faults.filter((fault) => fault !== null);
  if (found.length > 0) throw new AppError('url_not_allowed', { fields: found });
}

async function faultOf(
  deps: Deps,
  field: SourceField,
  address: string,
): Promise<FieldFault | null> {
  const refused = await whyForbidden(deps, address);
  if (!refused) return null;
  return { field: `station.${field}`, code: refused.reason, message: whyNotRead(refused) };
}

/**
 * Why the guard would never open an address; null: it may, or the address is one of our own.
 * @param address '': none
 */
export async function whyForbidden(
  { guardedFetch, publicUrl }: Deps,
  address: string,
): Promise<FetchRefused | null> {
  if (address === '' || ownAddress(address, publicUrl)) return null;
  try {
    await guardedFetch.mayReach(address);
    return null;
  } catch (error) {
    if (error instanceof FetchRefused) return error;
    throw error;
  }
}
