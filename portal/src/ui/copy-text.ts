import { toast } from './toast.ts';

/**
 * Puts a text on the clipboard and says so (specification §8, Successes). A browser may forbid it.
 *
 * @param byHand what to do then: 'Select the line and copy it by hand.'
 */
export async function copyText(text: string, byHand: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: 'Copied!', kind: 'good' });
  } catch {
    toast({ title: 'Not copied', description: byHand, kind: 'bad' });
  }
}
