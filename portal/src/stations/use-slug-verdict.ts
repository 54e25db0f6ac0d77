import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import { isSlug } from '@stationhouse/platform-api/contract/slug';
import type { Station } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { slugQuery } from './slug-query.ts';

/** The API is asked once nothing has been typed for so long, in ms (ours). */
const PAUSE_MS = 400;

/**
 * What is known of a typed address. `unfit`: it is none, or no new one; `unknown`: it could not be asked;
 * `refused`: it is not to be had; `spent`: no change is left, whatever is typed.
 */
export interface SlugVerdict {
  is: 'spent' | 'unfit' | 'asking' | 'unknown' | 'free' | 'refused';
  /** It in a sentence. */
  words: string;
}

/** What was typed, once there is a pause. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

/** Why an address need not be asked about; undefined: it may be had. */
function whyUnfit(slug: string, current: string): string | undefined {
  if (slug === '') return 'Type the new end of your address.';
  if (slug === current) return ERRORS.slug_unchanged.detail;
  return isSlug(slug) ? undefined : ERRORS.slug_invalid.detail;
}

/** Judges an address while it is typed. Each has an answer of its own, so that a late one judges no other. */
export function useSlugVerdict(slug: string, station: Station): SlugVerdict {
  const isSettled = useSettled(slug) === slug;
  const isSpent = station.slug_changes_left <= 0;
  const unfit = whyUnfit(slug, station.station_slug);
  const { data, isError } = useQuery({
    ...slugQuery(slug),
    enabled: isSettled && !isSpent && unfit === undefined,
  });
  if (isSpent) return { is: 'spent', words: '' };
  if (unfit !== undefined) return { is: 'unfit', words: unfit };
  if (data?.available) return { is: 'free', words: `‘${slug}’ is free.` };
  if (data) return { is: 'refused', words: ERRORS[data.reason ?? 'slug_taken'].detail };
  if (!isError) return { is: 'asking', words: 'Checking...' };
  return { is: 'unknown', words: 'We could not check whether it is free. You can still try it.' };
}
