import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { addMember, dialog, giveStation, openAdmin, signIn } from './admin-area.ts';
import { expect, test } from './fixtures.ts';
import { takePictures as takeScreens } from './pictures.ts';
import { button, field, SITE } from './wizard.ts';

const screens = {
  360: { width: 360, height: 900 },
  768: { width: 768, height: 900 },
  1440: { width: 1440, height: 900 },
};

/** A receiver that accepts some events, and refuses or ignores others, by its path. */
async function startReceiver() {
  const server = createServer((req, res) => {
    req.resume();
    if (req.url === '/till') res.end('{"received":true}');
    else res.writeHead(503).end('<h1>503 Service Unavailable</h1>\n<p>No server is available.</p>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

test('pictures of webhooks, of a member and of the operator', async ({
  page,
  browser,
  stationhouse,
}) => {
  test.setTimeout(600_000);
  const receiver = await startReceiver();
  const member = await addMember(stationhouse, { email: 'hooks@example.com', last_name: 'Hook' });
  await giveStation(stationhouse, member.email, {
    station_slug: 'counting-house',
    station_name: 'Counting House Radio',
    status: 'active',
  });
  await signIn(page, member);
  const admin = await openAdmin(browser);
  const places = [
    { page, name: 'webhooks', path: '/members/account' },
    { page: admin, name: 'admin-webhooks', path: '/admin/webhooks' },
  ];
  for (const { page: here, name, path } of places) {
    const take = (part: string, fullPage = false) =>
      takeScreens(here, `${name}-${part}`, { screens, fullPage });
    const open = async () => {
      await here.goto(SITE + path);
      if (path === '/members/account') await here.getByText('Webhooks', { exact: true }).click();
      await expect(button(here, 'Add a webhook')).toBeVisible();
    };
    await open();
    await take('empty', true);
    for (const [url, count] of [
      [`${receiver.url}/till`, 10],
      [`${receiver.url}/a-rather-long-path/of-the-system/that-collects-everything/hooks`, 3],
    ] as const) {
      await button(here, 'Add a webhook').click();
      await button(here, 'Add webhook').click();
      await expect(here.getByText('Choose at least one event.')).toBeVisible();
      if (count === 10) await take('form');
      await field(here, 'Address').fill(url);
      const boxes = dialog(here, 'Add a webhook').getByRole('checkbox');
      for (let index = 0; index < count; index += 1) await boxes.nth(index + 1).check();
      await button(here, 'Add webhook').click();
      await expect(here.getByText(/^whsec_/)).toBeVisible();
      if (count === 10) await take('secret');
      await button(here, 'Done').click();
    }
    await here.getByRole('button', { name: `Send a test to ${receiver.url}/till` }).click();
    await stationhouse.query(
      `update radio_stations set station_slug = station_slug || '-bar' where station_name = 'Counting House Radio'`,
    );
    await stationhouse.query(
      `update radio_stations set status = case when status = 'active' then 'suspended' else 'active' end
       where station_name = 'Counting House Radio'`,
    );
    await here.waitForTimeout(4_000);
    await open();
    await take('list', true);
    for (const [log, part] of [
      [/^Log of .*till$/, 'log'],
      [/^Log of .*hooks$/, 'log-failing'],
    ] as const) {
      await here.getByRole('button', { name: log }).click();
      await expect(
        dialog(here, 'What was sent')
          .getByText(/^Answered/)
          .first(),
      ).toBeVisible();
      await take(part);
      await here.getByText('Request and answer').first().click();
      await take(`${part}-open`);
      await here.keyboard.press('Escape');
    }
    await here.getByRole('button', { name: /^New secret .*till$/ }).click();
    await take('rotation');
    await here.keyboard.press('Escape');
    await here.getByRole('button', { name: /^Pause .*hooks$/ }).click();
    await expect(here.getByText('Paused')).toBeVisible();
    await take('paused', true);
  }
  await page.goto(`${SITE}/docs/webhooks`);
  await takeScreens(page, 'docs-webhooks', { screens, fullPage: true });
  receiver.stop();
});
