import { RequestFailed } from '@stationhouse/sdk/client';
import { failureDetail } from '../auth/failures.ts';
import { describeFailure } from '../ui/describe-failure.ts';
import { toast } from '../ui/toast.ts';

/** Says in the corner that a press on a button came to nothing, and why. */
export const actionFailed = (title: string) => (failure: Error) => {
  const isAnswer = failure instanceof RequestFailed;
  const description = isAnswer ? failureDetail(failure) : describeFailure(failure).detail;
  if (!isAnswer) reportError(failure);
  toast({ title, description, kind: 'bad' });
};
