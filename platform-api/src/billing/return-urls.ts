import type { Knex } from 'knex';
import { domainOrigin } from '../../contract/domains/calls.ts';
import { AppError } from '../errors.ts';
import { RadioStation } from '../stations/station.ts';
import type { ReturnUrls } from './purchase.ts';

const FIELDS = ['success_url', 'cancel_url'] as const;

/**
 * Where the payment page leads back to, in normal form. Only our own origin, the own domain of the member's station and
 * the operator's list are allowed: otherwise a payment page of this shop could lead to a copy of it.
 *
 * @throws `validation_failed`, whose faults name the allowed origins
 */
export async function checkReturnUrls(
  deps: { db: Knex; publicUrl: string; returnOrigins: readonly string[] },
  buyer: { id: string },
  given: { [Field in (typeof FIELDS)[number]]?: string | undefined },
): Promise<ReturnUrls> {
  const { db, publicUrl, returnOrigins } = deps;
  const urls = { success_url: normal(given.success_url), cancel_url: normal(given.cancel_url) };
  if (FIELDS.every((field) => urls[field] === null)) return urls;
  const domain = (await RadioStation.findOwn(db, buyer.id))?.own_domain;
  const own = domain ? [domainOrigin(domain, publicUrl)] : [];
  const allowed = [...new Set([new URL(publicUrl).origin, ...own, ...returnOrigins])];
  const fields = FIELDS.filter((field) => {
    const url = urls[field];
    return url !== null && !allowed.includes(new URL(url).origin);
  }).map((field) => ({
    field,
    code: 'origin_not_allowed',
    message: `The address must be at ${allowed.join(' or ')}.`,
  }));
  if (fields.length > 0) throw new AppError('validation_failed', { fields });
  return urls;
}

const normal = (url: string | undefined): string | null =>
  url === undefined ? null : new URL(url).href;
