import { toast } from './toast.ts';

/**
 * Copies a text and confirms it with a toast (specification §8, Successes).
 *
 * @param byHand what to do when the browser forbids it: 'Select the line and copy it by hand.'
 */
export async function copyText(text: string, byHand: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: 'Copied!', kind: 'good' });
  } catch {
    toast({ title: 'Not copied', description: byHand, kind: 'bad' });
  }
}
