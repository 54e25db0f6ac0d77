import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import { isSlug } from '@stationhouse/platform-api/contract/stations/slug';
import type { Station } from '@stationhouse/sdk/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { openClient } from '../api/client.ts';

/** Whether a slug is available at this moment. */
export const slugQuery = (slug: string) =>
  queryOptions({
    queryKey: ['me', 'station', 'slug', slug],
    queryFn: async ({ signal }) =>
      (await openClient()).me.station.slugAvailability(slug, { signal }),
    staleTime: 0,
    // The user is typing, so a failure is reported at once, also when offline.
    retry: false,
    networkMode: 'always',
  });

/** The debounce delay, in ms. */
const PAUSE_MS = 400;

/** `invalid` includes the current slug; `unknown` means that the check failed. */
export interface SlugAvailability {
  status: 'no-changes-left' | 'invalid' | 'checking' | 'unknown' | 'available' | 'unavailable';
  /** The status as a sentence. */
  message: string;
}

function useDebounced(typed: string): string {
  const [debounced, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return debounced;
}

/** Why a slug is invalid without asking the API; undefined if it is valid. */
function invalidReason(slug: string, current: string): string | undefined {
  if (slug === '') return 'Type a new URL.';
  if (slug === current) return ERRORS.slug_unchanged.detail;
  return isSlug(slug) ? undefined : ERRORS.slug_invalid.detail;
}

/** Checks a slug while it is typed. Each slug has its own query, so a late answer cannot apply to another. */
export function useSlugAvailability(slug: string, station: Station): SlugAvailability {
  const isTypingPaused = useDebounced(slug) === slug;
  const hasNoChangesLeft = station.slug_changes_left <= 0;
  const invalid = invalidReason(slug, station.station_slug);
  const { data, isError } = useQuery({
    ...slugQuery(slug),
    enabled: isTypingPaused && !hasNoChangesLeft && invalid === undefined,
  });
  if (hasNoChangesLeft) return { status: 'no-changes-left', message: '' };
  if (invalid !== undefined) return { status: 'invalid', message: invalid };
  if (data?.available) return { status: 'available', message: `‘${slug}’ is available.` };
  if (data) return { status: 'unavailable', message: ERRORS[data.reason ?? 'slug_taken'].detail };
  if (!isError) return { status: 'checking', message: 'Checking...' };
  return {
    status: 'unknown',
    message: 'We could not check whether it is available. You can still try.',
  };
}
