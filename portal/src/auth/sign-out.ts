import { visitors } from '../api/visitors.ts';
import { toast } from '../ui/toast.ts';

/** Signs the visitor out, and says so if the server could not be told. */
export async function signOut(): Promise<void> {
  try {
    await visitors.signOut();
  } catch {
    toast({
      title: 'Signed out on this page only',
      description: 'We could not reach the server. Sign out again when you are back online.',
      kind: 'bad',
      leavesPage: true,
    });
  }
}
