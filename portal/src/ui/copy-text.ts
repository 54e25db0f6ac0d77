import { toast } from './toast.ts';

/**
 * Copies a text and confirms it with a toast (specification §8, Successes).
 *
 * @param byHand what to do when the browser forbids it: 'Select the line and copy it by hand.'
 * @returns whether the text is copied
 */
export async function copyText(text: string, byHand: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: 'Copied!', kind: 'good' });
    return true;
  } catch {
    toast({ title: 'Not copied', description: byHand, kind: 'bad' });
    return false;
  }
}
