import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** What a letter is found by. */
export interface Letter {
  to: string;
  subject: string;
}

/** Reads the newest such letter as a developer would, in a tab of its own. @returns its text */
export async function readLetter(page: Page, { to, subject }: Letter): Promise<string> {
  const mailbox = await page.context().newPage();
  const letters = mailbox.getByRole('link').filter({ hasText: to }).filter({ hasText: subject });
  await expect
    .poll(async () => {
      await mailbox.goto('http://localhost:8000/dev/mailbox');
      return letters.count();
    })
    .toBeGreaterThan(0);
  await letters.first().click();
  const text = await mailbox.locator('pre').innerText();
  await mailbox.close();
  return text;
}

/** The link in the newest such letter. */
export async function linkFrom(page: Page, letter: Letter): Promise<string> {
  return /http:\S+/.exec(await readLetter(page, letter))?.[0] ?? '';
}
