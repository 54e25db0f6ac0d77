import { RequestFailed } from '@stationhouse/sdk/client';
import { toast } from '../ui/toast.ts';

const MINUTE = 60;

const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** A wait in seconds as people say it, never shorter than it is: 'in 12 minutes'. */
export function inWords(seconds: number): string {
  if (seconds <= MINUTE) return `in ${plural(Math.ceil(seconds), 'second')}`;
  const minutes = Math.ceil(seconds / MINUTE);
  if (minutes <= MINUTE) return `in ${plural(minutes, 'minute')}`;
  return `in ${plural(Math.ceil(minutes / MINUTE), 'hour')}`;
}

/** What the server says about a failure, and when to come back; our own words where it was not heard. */
export function failureDetail({ code, message, retryAfter }: RequestFailed): string {
  if (code === 'unreachable') {
    return 'We could not reach the server. Check your connection and try again.';
  }
  if (code === 'bad_answer') return 'Please try again in a moment. What you wrote is still here.';
  return retryAfter > 0 ? `${message} You can try again ${inWords(retryAfter)}.` : message;
}

/** How a form of this room speaks of a failure: the specification's title, and why (§8). */
export const failureUnder = (title: string) => (failure: RequestFailed) => ({
  title,
  detail: failureDetail(failure),
});

/** Tells of it in the corner, if what draws that can be fetched: without, the portal would fall with it. */
async function tell(title: string, failure: RequestFailed): Promise<void> {
  try {
    await import('../ui/ToastList.tsx');
  } catch {
    return;
  }
  // Without `kind`: the form keeps saying it, so this may go away and stay off a phone's button.
  toast({ title, description: failureDetail(failure) });
}

/**
 * Does something that may fail, and says so in the corner as well as where it failed.
 *
 * @throws RequestFailed what `work` throws, or that the client itself could not be fetched
 */
export async function announcing<Result>(
  title: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (fault) {
    // How `openClient` says that the network is gone.
    const failure =
      fault instanceof TypeError ? new RequestFailed(0, { code: 'unreachable' }) : fault;
    if (failure instanceof RequestFailed) void tell(title, failure);
    throw failure;
  }
}
