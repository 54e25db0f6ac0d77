import type { Page } from '@playwright/test';
import { expectAccessible, expectGoodView, VIEWS } from './accessible.ts';
import { dialog, openAdmin } from './admin-area.ts';
import { expect, test } from './fixtures.ts';
import { fillLibrary } from './library.ts';
import { button, field, SITE } from './wizard.ts';

test.describe.configure({ timeout: 120_000 });

const rows = (page: Page) => page.getByRole('grid', { name: 'Tracks' }).locator('[data-place]');

/** Whether a sound is playing, and has moved on. */
const isHeard = (page: Page) =>
  page.evaluate(() => {
    const audio = document.querySelector('audio');
    return audio !== null && !audio.paused && audio.currentTime > 0;
  });

test('an admin finds, hears and tags music with the keyboard', async ({
  browser,
  stationhouse,
}) => {
  await fillLibrary(stationhouse);
  const page = await openAdmin(browser);
  await page.getByRole('link', { name: 'Library', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
  await expect(page.getByText('230 tracks in use')).toBeVisible();
  await expect(rows(page)).toHaveCount(100);
  await expectAccessible(page);

  await button(page, 'Next').click();
  await expect(page.getByText('Tracks 101 to 200')).toBeVisible();

  await page.getByRole('searchbox').fill('cafe lantern jazz');
  await expect(page.getByText(/^\d+ tracks$/)).toBeVisible();
  await expect(rows(page).first()).toContainText('Paper Lantern');
  await expect(rows(page).first()).toContainText('Café Ensemble');

  await rows(page).first().focus();
  await page.keyboard.press('Space');
  await expect.poll(() => isHeard(page)).toBe(true);
  await expect(page.getByRole('region', { name: 'Player' })).toContainText('Café Ensemble');
  await page.keyboard.press('Space');
  await expect.poll(() => isHeard(page)).toBe(false);
  await expectAccessible(page);

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  // The notice that it was saved is a dialog, too.
  const track = page.getByRole('dialog').filter({ has: field(page, 'ISRC') });
  await expect(track).toContainText('-16.0 LUFS');
  await expectAccessible(page);
  await field(page, 'ISRC').fill('US-SM1-59-0011');
  await button(page, 'Save').click();
  await expect(track).toContainText('An ISRC has 12 characters');
  await field(page, 'ISRC').fill('us-sm1-59-00113');
  await field(page, 'Title').fill('so WHAT (feat. nobody)');
  await button(page, 'Save').click();
  await expect(track).toBeHidden();
  await page.getByRole('searchbox').fill('USSM159');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('so WHAT (feat. nobody)');

  await button(page, 'Clear search').click();
  await expect(rows(page)).toHaveCount(100);
  await rows(page).first().focus();
  await page.keyboard.press('Control+Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('3 selected')).toBeVisible();
  await button(page, 'Edit tags').click();
  const bulk = dialog(page, 'Edit tags of 3 tracks');
  await bulk.getByRole('checkbox', { name: 'Genre' }).check();
  await bulk.getByRole('combobox', { name: 'New value of Genre' }).fill('Polka');
  await expectAccessible(page);
  await button(page, 'Save').click();
  await expect(bulk).toBeHidden();
  await button(page, 'Add to playlist').click();
  await field(page, 'Name').fill('Three polkas');
  await button(page, 'Add').click();
  await expect(page.getByText('3 selected')).toBeHidden();
  await page.getByRole('searchbox').fill('polka');
  await expect(rows(page)).toHaveCount(3);

  // The file's tags are in GBK and say that they are Latin-1.
  await rows(page).first().focus();
  await page.keyboard.press('Enter');
  await field(page, 'Title').fill('ÖÜ½ÜÂ×');
  // The row may be of the Café Ensemble, whose name is right and reads well in no other charset.
  await field(page, 'Artist').fill('Jay Chou');
  await button(page, 'Save').click();
  await expect(track).toBeHidden();
  await expect(rows(page).filter({ hasText: 'Tags unreadable?' })).toContainText('ÖÜ½ÜÂ×');
  await rows(page).filter({ hasText: 'ÖÜ½ÜÂ×' }).focus();
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await track.getByRole('button', { name: '周杰伦' }).click();
  await button(page, 'Save').click();
  await expect(track).toBeHidden();
  await expect(rows(page).filter({ hasText: '周杰伦' })).toHaveCount(1);
  await expect(page.getByText('Tags unreadable?')).toHaveCount(0);

  await page.goto(`${SITE}/admin/library?search=nothing+like+this`);
  await expect(page.getByText('No tracks match')).toBeVisible();
  await page.context().close();
});

test('an admin moves the segue and the intro of a track, hears them, and puts them back', async ({
  browser,
  stationhouse,
}) => {
  await fillLibrary(stationhouse);
  const page = await openAdmin(browser);
  await page.goto(`${SITE}/admin/library`);
  const track = page.getByRole('dialog').filter({ has: field(page, 'ISRC') });
  const intro = track.getByRole('slider', { name: 'Intro ends' });
  const next = track.getByRole('slider', { name: 'Next song begins' });
  const open = async () => {
    await rows(page).first().focus();
    await page.keyboard.press('Enter');
    await expect(intro).toBeVisible();
  };
  const save = async () => {
    await button(page, 'Save').click();
    await expect(track).toBeHidden();
  };
  await open();
  await expect(intro).toHaveAttribute('aria-valuetext', '11.5 s, measured');
  await expect(next).toHaveAttribute('aria-valuetext', '4.8 s before the end, measured');
  for (const view of VIEWS) await expectGoodView(page, view);

  await next.focus();
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowLeft');
  await expect(next).toHaveAttribute('aria-valuetext', '5.4 s before the end, moved by hand');
  await page.keyboard.press('Home');
  await expect(next).toHaveAttribute('aria-valuetext', '12.0 s before the end, moved by hand');
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('PageUp');
  await expect(next).toHaveAttribute('aria-valuetext', '8.0 s before the end, moved by hand');

  // A close-up of 34 s, which is pressed in the middle.
  const area = await intro.boundingBox();
  if (!area) throw new Error('The intro is drawn.');
  await page.mouse.move(area.x + 1, area.y + area.height / 2);
  await page.mouse.down();
  await page.mouse.move(area.x + area.width / 2, area.y + area.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(intro).toHaveAttribute('aria-valuetext', /^1[67]\.\d s, moved by hand$/);

  await button(page, 'Play from 5 s before “Next song begins”').click();
  const heardFrom = () =>
    page.evaluate(() => {
      const audio = [...document.querySelectorAll('audio')].find(({ paused }) => !paused);
      return audio && audio.currentTime > 0 ? audio.duration - audio.currentTime : Infinity;
    });
  await expect.poll(heardFrom).toBeLessThanOrEqual(13);
  expect(await heardFrom()).toBeGreaterThan(8);
  await expectAccessible(page);
  await button(page, 'Pause at “Next song begins”').click();
  await expect.poll(heardFrom).toBe(Infinity);

  // Mixed with any other song, as the marker stands now.
  await track.getByRole('searchbox', { name: 'Hear it with the next song' }).fill('Cinnamon');
  const mixed = page.waitForRequest(/\/v1\/admin\/segue\?.*segue_seconds=8(\.0)?/);
  await page
    .getByRole('button', { name: /^Hear the segue into Cinnamon/ })
    .first()
    .click();
  await mixed;
  await expect.poll(heardFrom).toBeLessThan(25);
  await page
    .getByRole('button', { name: /^Pause the segue into Cinnamon/ })
    .first()
    .click();
  await expect.poll(heardFrom).toBe(Infinity);

  await save();
  await open();
  // On the grid of 192 ms.
  await expect(next).toHaveAttribute('aria-valuetext', '8.1 s before the end, moved by hand');
  await button(page, 'Reset to measured: “Next song begins”').click();
  await button(page, 'Reset to measured: “Intro ends”').click();
  await expect(next).toHaveAttribute('aria-valuetext', '4.8 s before the end, measured');
  await save();
  await open();
  await expect(intro).toHaveAttribute('aria-valuetext', '11.5 s, measured');
  await page.context().close();
});

test('an admin makes playlists by rule and by hand, and compares their versions', async ({
  browser,
  stationhouse,
}) => {
  await fillLibrary(stationhouse);
  const page = await openAdmin(browser);
  await page.goto(`${SITE}/admin/playlists`);
  await expect(page.getByText('No playlists yet')).toBeVisible();
  await expectAccessible(page);

  await button(page, 'New playlist').first().click();
  const create = dialog(page, 'New playlist');
  await create.getByRole('textbox', { name: 'Name' }).fill('Calm jazz');
  await create.getByLabel('Genres').selectOption('Jazz');
  await create.getByLabel('Energy to').selectOption('3');
  await expect(create.getByText(/^\d+ tracks, 3 artists/)).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Create').click();
  await expect(page.getByRole('heading', { name: 'Calm jazz' })).toBeVisible();
  await page.getByLabel('Genres', { exact: true }).selectOption('Soul');
  await button(page, 'Save as a new version').click();
  await expect(page.getByText('Version 2', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Added/ })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${SITE}/admin/playlists`);
  await button(page, 'New playlist').first().click();
  await create.getByRole('textbox', { name: 'Name' }).fill('Opening hour');
  await create.getByLabel('Tracks', { exact: true }).selectOption('hand');
  await button(page, 'Create').click();
  await expect(page.getByText('No tracks yet')).toBeVisible();
  await page.getByRole('searchbox').fill('blue hour');
  const found = page.getByRole('list', { name: 'Tracks found' }).getByRole('button');
  for (const place of [0, 1, 2]) await found.nth(place).click();
  const order = page.getByRole('list', { name: 'Tracks in order' }).getByRole('listitem');
  await expect(order).toHaveCount(3);
  await button(page, 'Save as a new version').click();
  await expect(page.getByText('Version 2', { exact: true }).first()).toBeVisible();

  const first = (await order.first().textContent()) ?? '';
  await order.first().focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(order.nth(1)).toContainText(first.slice(1, 12));
  await order.nth(2).dragTo(order.first());
  await button(page, 'Save as a new version').click();
  await expect(page.getByText('Version 3', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Moved \([12]\)/ })).toBeVisible();
  await expectAccessible(page);

  // Another admin was faster.
  await order.first().focus();
  await page.keyboard.press('Delete');
  await stationhouse.query(
    `insert into playlist_versions (id, playlist_id, number, track_ids)
     select gen_random_uuid(), playlist_id, 4, '{}' from playlist_versions where number = 3`,
  );
  await button(page, 'Save as a new version').click();
  await expect(page.getByText('This playlist has a newer version than yours')).toBeVisible();
  await button(page, 'Load the newest version').click();
  await expect(page.getByText('No tracks yet')).toBeVisible();
  await page.context().close();
});
