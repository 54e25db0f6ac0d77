import { RequestFailed } from '@stationhouse/sdk/client';

/** What a failure is called, what to do about it, and what the operator finds it by. */
export interface FailureWords {
  title: string;
  detail: string;
  /** Empty where the request never arrived. */
  requestId: string;
}

/**
 * The API's own words where it has spoken; ours where there was no answer, or one without sense. What is
 * no failure of a request is a fault of ours.
 */
export function describeFailure(failure: unknown): FailureWords {
  if (!(failure instanceof RequestFailed) || failure.code === 'bad_answer') {
    return {
      title: 'Something went wrong on our side',
      detail: 'Please try again in a moment.',
      requestId: '',
    };
  }
  if (failure.code === 'unreachable') {
    return {
      title: 'No connection',
      detail: 'We could not reach the server. Check your connection and try again.',
      requestId: '',
    };
  }
  return { title: failure.title, detail: failure.message, requestId: failure.requestId };
}
