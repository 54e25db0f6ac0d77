import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The fields by which a mail is found. */
export interface MailFilter {
  to: string;
  subject: string;
}

/**
 * Reads the newest matching mail as a developer would, in a new tab.
 * @param timeout how long it may take to arrive, in ms
 * @returns its text
 */
export async function readMail(
  page: Page,
  { to, subject }: MailFilter,
  timeout = 10_000,
): Promise<string> {
  const mailbox = await page.context().newPage();
  const mails = mailbox.getByRole('link').filter({ hasText: to }).filter({ hasText: subject });
  await expect
    .poll(
      async () => {
        await mailbox.goto('http://localhost:8000/dev/mailbox');
        // A failure shows which mails there are instead.
        const others = await mailbox.getByRole('link').filter({ hasText: to }).allInnerTexts();
        return { isFound: (await mails.count()) > 0, others };
      },
      { timeout },
    )
    .toMatchObject({ isFound: true });
  await mails.first().click();
  const text = await mailbox.locator('pre').innerText();
  await mailbox.close();
  return text;
}

/** The link in the newest matching mail. */
export async function linkFrom(page: Page, mail: MailFilter): Promise<string> {
  return /http:\S+/.exec(await readMail(page, mail))?.[0] ?? '';
}
