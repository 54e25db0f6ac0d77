import { describe, isBug } from '../api/failures.ts';
import { toast } from './toast.ts';

/** Shows a toast that an action failed, and why: for `onError` of a mutation, and for `catch`. */
export const toastFailure =
  (title: string) =>
  (failure: unknown): void => {
    if (isBug(failure)) reportError(failure);
    toast({ title, description: describe(failure).detail, kind: 'bad' });
  };
