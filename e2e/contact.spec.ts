import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { readMail } from './mailbox.ts';

const FAILURE = 'Failed to send message. Please try again or contact us directly.';

/** The operator's address in development (contract/brand). */
const CONTACT = 'hello@stationhouse.example';

const WRITTEN = {
  Name: 'Ada <script>alert(1)</script>',
  Email: 'ada@example.com',
  Subject: 'Two cafés',
  Message: 'Hello,\n<b>how</b> soon could we be on air?',
};

const send = (page: Page) => page.getByRole('button', { name: 'Send message' });

async function write(page: Page, changed: Partial<typeof WRITTEN> = {}): Promise<void> {
  await page.goto('http://localhost:8000/contact');
  for (const [label, text] of Object.entries({ ...WRITTEN, ...changed })) {
    await page.getByLabel(label, { exact: false }).first().fill(text);
  }
  // Until the page's script has loaded, the button sends nothing.
  await expect(send(page)).toHaveAttribute('type', 'submit');
}

async function isKept(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(WRITTEN)) {
    await expect(page.getByLabel(label, { exact: false }).first()).toHaveValue(text);
  }
}

test('a message is sent, confirmed, and arrives unchanged as plain text', async ({
  page,
  complaints,
}) => {
  await write(page);
  // A form that is sent within two seconds counts as spam: it is thanked for and dropped.
  await page.waitForTimeout(2_100);
  await send(page).click();
  await expect(page.getByText('Message Sent!').first()).toBeVisible();
  await expect(page.getByText('24 hours').first()).toBeVisible();
  const mail = await readMail(page, { to: CONTACT, subject: WRITTEN.Subject });
  expect(mail).toContain(WRITTEN.Name);
  expect(mail).toContain('<b>how</b> soon could we be on air?');
  expect(complaints).toEqual([]);
});

test('text typed before the script loads stays and does not reach the URL', async ({ page }) => {
  let arrive = () => {};
  const script = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await script;
    await route.continue();
  });
  await page.goto('http://localhost:8000/contact', { waitUntil: 'commit' });
  for (const [label, text] of Object.entries(WRITTEN)) {
    await page.getByLabel(label, { exact: false }).first().fill(text);
  }
  await send(page).click();
  await page.getByLabel('Subject').press('Enter');
  arrive();
  await expect(send(page)).toHaveAttribute('type', 'submit');
  expect(page.url()).toBe('http://localhost:8000/contact');
  await isKept(page);
});

test('each invalid field is named and no request is sent', async ({ page }) => {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/contact')) asked += 1;
  });
  for (const broken of [
    { Name: '' },
    { Email: '' },
    { Email: 'ada at example' },
    { Subject: ' ' },
    { Message: '' },
  ]) {
    await write(page, broken);
    await send(page).click();
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
    await expect(page.locator('[aria-invalid="true"]')).toBeFocused();
  }
  await write(page, { Name: '', Email: '', Subject: '', Message: '' });
  await send(page).click();
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(4);
  expect(asked).toBe(0);
});

test('a failure is shown, the text stays, and the button works again', async ({ page }) => {
  await write(page);
  const answers = [
    { status: 500, body: '{}' },
    {
      status: 429,
      body: '{"code":"rate_limited"}',
      headers: { 'Retry-After': '60' },
      shows:
        'You have sent several messages within an hour. Please contact us directly, or send the next one in 60 seconds.',
    },
    { status: 422, body: '{"code":"validation_failed","errors":[]}' },
    { status: 502, body: '<html>a proxy</html>' },
  ];
  for (const { shows = FAILURE, ...answer } of answers) {
    // The client retries automatically where that may help.
    await page.route('**/v1/contact', (route) => route.fulfill(answer));
    await send(page).click();
    await expect(page.getByText(shows).first()).toBeVisible();
    await page.unroute('**/v1/contact');
    await isKept(page);
    await expect(send(page)).toBeEnabled();
  }
  await page.context().setOffline(true);
  await send(page).click();
  await expect(page.getByText(FAILURE).first()).toBeVisible();
  await page.context().setOffline(false);
  await isKept(page);
  await send(page).click();
  await expect(page.getByText('Message Sent!')).toBeVisible();
});

test('pressing twice sends once, and the button shows that it is sending', async ({ page }) => {
  await write(page);
  let sent = 0;
  await page.route('**/v1/contact', async (route) => {
    sent += 1;
    await new Promise((done) => setTimeout(done, 1_000));
    await route.fulfill({ status: 202, body: '{"success":true}' });
  });
  await send(page).dblclick();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await expect(page.getByText('Message Sent!')).toBeVisible();
  expect(sent).toBe(1);
});
