import type { Page } from '@playwright/test';
import {
  PORTAL_PAGES,
  PUBLIC_PAGES,
  type PortalPage,
} from '@stationhouse/platform-api/contract/site/pages';
import { expectGoodView, VIEWS } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { holdBack } from './hold-back.ts';

const SITE = 'http://localhost:8000';

/** The names of the scripts that a page requests. */
function scriptsOf(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  return scripts;
}

/** Waits until the page is set in our own fonts. */
const waitForFonts = (page: Page) =>
  page.waitForFunction(() =>
    ['Bricolage Grotesque', 'Instrument Sans'].every((name) =>
      [...document.fonts].some(
        ({ family, status }) => family.replaceAll('"', '') === name && status === 'loaded',
      ),
    ),
  );

/** The texts of each page, quoted from the specification (§2, §8), and its heading. */
const TEXTS: Record<PortalPage, string[]> = {
  '/': [
    'from only €149/mo',
    'Start Your Station',
    'Listen to Demo',
    'Why Choose Us',
    'How it works',
    'Tell us your vision',
    'Expert curation',
    'Fine-tune together',
    'Go live',
    'Starter',
    'Professional',
    'Enterprise',
    '€149',
    '€299',
    '€699',
    'Get Started',
    'Multiple locations at no extra cost',
    'Unlimited listeners',
    '24/7',
    'bi-weekly',
    'one-month trial',
    '30 days’ notice',
  ],
  '/cafe': ['Start Your Station', 'Get Started Today', 'Listen to Demo'],
  '/gym': ['Start Your Station', 'Get Started Today', 'Listen to Demo'],
  '/retail': [
    'Start Your Station',
    'From Concept to Store Radio in Days',
    'Ready to Transform Your Store?',
    'Get Started Today',
  ],
  '/office': [
    'Start Your Station',
    'Tell Us Your Vision',
    'Expert Curation',
    'Fine-Tune Together',
    'Launch In Your Office',
  ],
  '/hotel': ['Start Your Station', 'Get Started Today', 'Listen to Demo'],
  '/supermarket': ['Start Your Station', 'Get Started Today', 'Listen to Demo'],
  '/salon': [
    '365 days Live Music Playing',
    '48hrs Setup Time',
    'Hit Music Playlists',
    'Perfect Volume Control',
    'Custom Announcements',
    'Professional Curation',
    '24/7 Broadcasting',
    'Brand Integration',
    'Setup',
    "Let's start",
    'Go Live',
    'Enjoy',
  ],
  '/about': ['London', 'Hundreds of customers'],
  '/contact': ['Name', 'Email', 'Company', 'Subject', 'Message', 'London', '24 hours'],
  '/faq': ['30 days'],
  '/privacy-policy': ['London', 'cookie'],
  '/terms-of-service': ['London', '30 days'],
  '/cookie-policy': ['refresh_token'],
  '/auth': [],
  '/proof': ['Proof of play'],
  '/login': ['Password', 'Forgot'],
  '/signup': [
    'First name',
    'Last name',
    'Password',
    'Phone number',
    'Country',
    'Terms of service',
    'Privacy policy',
  ],
};

const body = (page: Page) => page.locator('body');

for (const [index, path] of PORTAL_PAGES.entries()) {
  test(`${path} has its specified texts, passes axe and reports no error`, async ({
    page,
    complaints,
  }) => {
    const answer = await page.goto(SITE + path);
    expect(answer?.status()).toBe(200);
    for (const text of TEXTS[path]) await expect(body(page)).toContainText(text);
    await expect(page.locator('h1')).toHaveCount(1);
    await expect(page).toHaveTitle(/Stationhouse$/);
    expect(await page.locator('meta[name="description"]').getAttribute('content')).toMatch(/.{50}/);
    expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(SITE + path);
    // One view per page, in turn; the soak run checks all of them.
    const view = VIEWS[index % VIEWS.length];
    if (view) await expectGoodView(page, view);
    expect(complaints).toEqual([]);
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('every public page can be read', async ({ page }) => {
    for (const path of PUBLIC_PAGES) {
      await page.goto(SITE + path);
      await expect(page.locator('h1')).toBeVisible();
      for (const text of TEXTS[path]) await expect(body(page)).toContainText(text);
    }
  });
});

test('the salon’s closing section offers no demo, the café’s does', async ({ page }) => {
  const demosOf = async (path: string) => {
    await page.goto(SITE + path);
    return page.getByRole('main').getByRole('link', { name: 'Listen to Demo' }).count();
  };
  expect((await demosOf('/cafe')) - (await demosOf('/salon'))).toBe(1);
});

test('the demo opens in a new tab and plays there', async ({ page, context }) => {
  await page.goto(SITE);
  const opened = context.waitForEvent('page');
  await page.getByRole('main').getByRole('link', { name: 'Listen to Demo' }).first().click();
  const demo = await opened;
  await demo.waitForURL(`${SITE}/demo`);
});

test('the packages of the API replace no link, which would lose a press on it and the focus', async ({
  page,
}) => {
  const letThrough = await holdBack(page, '**/v1/packages');
  const answered = page.waitForResponse('**/v1/packages');
  await page.goto(SITE);
  const link = page.getByRole('link', { name: 'Get Started with Starter' });
  const served = await link.elementHandle();
  await link.focus();
  await link.scrollIntoViewIfNeeded();
  await page.waitForRequest('**/v1/packages');
  letThrough();
  await (await answered).finished();
  await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 200)));
  await expect(link).toBeFocused();
  expect(await served?.evaluate((node) => node.isConnected)).toBe(true);
});

test('an unknown path answers 404 with a link to the home page', async ({ page, complaints }) => {
  const answer = await page.goto(`${SITE}/no/such/page`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(`${SITE}/`);
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
});

test('the scroll position stays when the script loads', async ({ page }) => {
  const letThrough = await holdBack(page, '**/assets/*.js');
  await page.goto(SITE, { waitUntil: 'commit' });
  // They change where lines break, above the visible part too.
  await waitForFonts(page);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(500);
  letThrough();
  // Set by the script when it has taken over.
  await expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe('manual');
  expect(await page.evaluate(() => scrollY)).toBe(before);
});

test('a link opens the next page at its top, and Back restores the position', async ({ page }) => {
  await page.goto(SITE);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(500);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(`${SITE}/about`);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
});

test('no other site can frame the portal’s pages', async ({ page, complaints }) => {
  const inFrame = async (path: string) => {
    await page.goto('http://localhost:8080/iframe');
    await page.setContent(`<iframe src="${SITE}${path}"></iframe>`);
    await expect.poll(() => page.frames().at(-1)?.url()).not.toMatch(/^(|about:blank)$/);
    return page.frames().at(-1)?.url();
  };
  // Pages for frames load in one.
  expect(await inFrame('/demo?embed=true')).toBe(`${SITE}/demo?embed=true`);
  complaints.length = 0;
  for (const path of ['/', '/login', '/members', '/admin']) {
    expect([path, await inFrame(path)]).toEqual([path, 'chrome-error://chromewebdata/']);
    expect(complaints.splice(0).join()).toContain('frame-ancestors');
  }
});

test('a page is painted from one answer, and loads its script and fonts afterwards', async ({
  page,
  complaints,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const scripts = scriptsOf(page);
  await page.goto(`${SITE}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.locator('link[rel="stylesheet"]').count()).toBe(0);
  // The fonts come after the first paint.
  await waitForFonts(page);
  const [paint] = await page.evaluate(() =>
    performance.getEntriesByName('first-contentful-paint').map(({ startTime }) => startTime),
  );
  const fonts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map(({ startTime }) => startTime),
  );
  expect(fonts).toHaveLength(2);
  // The time of a paint is rounded, by less than a frame.
  expect(Math.min(...fonts)).toBeGreaterThan((paint ?? Infinity) - 16);
  expect(scripts).toEqual([]);
  await page.mouse.move(100, 100);
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
});

test('the styles inside a page draw it as the whole style sheet does', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(SITE);
  const shell = await page.evaluate(async () => (await fetch('/members')).text());
  const [, whole = ''] = /<link rel="stylesheet"[^>]* href="([^"]+)"/.exec(shell) ?? [];
  await holdBack(page, '**/assets/*.js');
  // The front page, a page of questions, a form.
  for (const path of ['/', '/faq', '/signup']) {
    await page.goto(SITE + path);
    await waitForFonts(page);
    const differences = await page.evaluate(async (href) => {
      const all = [...document.body.querySelectorAll('*')];
      const byClass = new Map(
        all.map((each) => [`${each.tagName}.${each.getAttribute('class')}`, each]),
      );
      const looks = () =>
        [...byClass].flatMap(([name, element]) =>
          [undefined, '::before', '::after'].flatMap((part) => {
            const style = getComputedStyle(element, part);
            return [...style]
              .filter((each) => !each.startsWith('--'))
              .map((each) => `${name}${part ?? ''} ${each}: ${style.getPropertyValue(each)}`);
          }),
        );
      const before = new Set(looks());
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
      await new Promise((resolve, reject) => {
        Object.assign(link, { onload: resolve, onerror: reject });
        document.head.append(link);
      });
      return looks().filter((look) => !before.has(look));
    }, whole);
    expect([path, differences]).toEqual([path, []]);
  }
});

/** Changes of a page by extensions and the browser's translation, before its script arrives. */
const CHANGED_BY = {
  'a password manager': () => {
    for (const input of document.querySelectorAll('input')) {
      input.after(document.createElement('com-password-manager-root'));
    }
  },
  'the browser’s translation': () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const nodes: Node[] = [];
    while (texts.nextNode()) nodes.push(texts.currentNode);
    for (const node of nodes) {
      if (node.parentElement?.closest('script, style, svg, option')) continue;
      const font = document.createElement('font');
      node.parentNode?.replaceChild(font, node);
      font.append(node.textContent ?? '');
    }
  },
};
for (const path of ['/login', '/signup', '/contact']) {
  for (const [name, change] of Object.entries(CHANGED_BY)) {
    test(`what is typed into ${path} before its script arrives stays where ${name} changes the page`, async ({
      page,
    }) => {
      const letThrough = await holdBack(page, '**/assets/*.js');
      await page.goto(SITE + path, { waitUntil: 'commit' });
      const typed = page.locator('main input[name="email"], form input[name="email"]').first();
      await typed.pressSequentially('ada@counting-');
      await page.evaluate(change);
      await typed.pressSequentially('house.example');
      letThrough();
      await expect(page.locator('form button[type="submit"]').first()).toBeVisible();
      await expect(typed).toHaveValue('ada@counting-house.example');
      await expect(typed).toBeFocused();
      await page.keyboard.type('.org');
      await expect(typed).toHaveValue('ada@counting-house.example.org');
    });
  }
}

test('a press before the script has arrived is not lost', async ({ page }) => {
  const letThrough = await holdBack(page, '**/assets/*.js');
  await page.goto(`${SITE}/`);
  const play = page.getByRole('button', { name: /^Play/ }).first();
  await play.click();
  letThrough();
  await expect(page.getByRole('button', { name: /^Pause/ }).first()).toBeVisible();
});

test('the demo station says what is playing once it is in view', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${SITE}/`);
  const card = page.getByRole('region', { name: 'The demo station' });
  await expect(card).not.toContainText('Please wait');
});

test('three places can be heard, one at a time', async ({ page, complaints }) => {
  await page.goto(`${SITE}/`);
  const place = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  const [cafe, bar] = [place('Bluebird Café Radio'), place('Copper Bar Radio')];
  await cafe.getByRole('button', { name: /^Play/ }).click();
  const heard = () => cafe.locator('progress').evaluate((bar: HTMLProgressElement) => bar.value);
  await expect.poll(heard).toBeGreaterThan(0.02);
  await bar.getByText('Male', { exact: true }).click();
  await bar.getByRole('button', { name: /^Play/ }).click();
  await expect(bar.getByRole('button', { name: /^Stop/ })).toBeVisible();
  await expect(cafe.getByRole('button', { name: /^Play/ })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('the menu of solutions leads to an industry without a script', async ({ page }) => {
  const letThrough = await holdBack(page, '**/assets/*.js');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${SITE}/`);
  await page.getByRole('button', { name: 'Solutions' }).click();
  await page
    .getByRole('navigation', { name: 'Solutions' })
    .first()
    .getByRole('link', { name: /^Hotels/ })
    .click();
  await expect(page).toHaveURL(`${SITE}/hotel`);
  letThrough();
});

test('a signed-in visitor sees so without touching the page', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('signed-in', 'yes'));
  const scripts = scriptsOf(page);
  await page.goto(`${SITE}/`);
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
});
