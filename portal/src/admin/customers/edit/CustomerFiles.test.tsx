import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import { TOO_MANY_OPERATOR_FILES } from '@stationhouse/platform-api/contract/assets/errors';
import type { CustomerAsset, CustomerDetails } from '@stationhouse/sdk/client';
import { expect, onTestFinished, test } from 'vitest';
import { answered } from '../../../api/test/answers.ts';
import { visitors } from '../../../api/visitors.ts';
import { doing, find, press, until } from '../../../ui/test/draw.tsx';
import { asset, choose, logo, mp3 } from '../../../uploads/test/open-uploads.tsx';
import { holdTheLine } from '../../../uploads/test/stand-in-line.ts';
import { ada, CUSTOMER, GET_CUSTOMER, openAdminDialog } from '../../test/open-admin-dialog.tsx';

const ours = (id: string, more: Partial<CustomerAsset> = {}): CustomerAsset => ({
  ...asset(id),
  is_operators: true,
  ...more,
});

const dialog = () => find(HTMLElement, '[role="dialog"]');

/** A section of the files, by its title. */
const part = (title: string) =>
  [...dialog().querySelectorAll('section')].find(
    (each) => each.querySelector('h3')?.textContent === title,
  );

const RADIO_IDS = '[role="dialog"] section';

/** Opens the Edit dialog of a customer with these files. The test controls the uploads. */
async function openFiles(assets: CustomerAsset[], more: Partial<CustomerDetails> = {}) {
  const customer = { ...ada, ...more, assets };
  const answers = { [GET_CUSTOMER]: answered(customer) };
  const page = await openAdminDialog('edit', answers);
  const line = holdTheLine();
  await until(() => expect(dialog().textContent).toContain('Radio IDs from us'));
  return {
    ...page,
    line,
    /** Changes the files that the API answers. */
    keep: (kept: CustomerAsset[]) => {
      page.answers[GET_CUSTOMER] = answered({ ...customer, assets: kept });
    },
  };
}

test('an upload shows its progress, then the file', async () => {
  const { line, keep } = await openFiles([]);
  await choose([mp3('Good morning.mp3')], RADIO_IDS);
  await until(() => expect(line).toHaveLength(1));
  expect(line[0]?.kind).toBe('radio_id');
  await doing(() => line[0]?.progress(40));
  expect(part('Radio IDs from us')?.textContent).toContain('Good morning.mp340%');
  keep([ours('Good morning')]);
  await doing(() => line[0]?.answer(201, ours('Good morning')));
  await until(() => expect(part('Radio IDs from us')?.textContent).toContain('1 of at most 50'));
  expect(part('Commercial spots from us')?.textContent).toContain('None yet.');
});

test('an upload can be cancelled', async () => {
  const { line } = await openFiles([]);
  await choose([mp3('Good morning.mp3')], RADIO_IDS);
  await until(() => expect(line).toHaveLength(1));
  await press('Cancel Good morning.mp3');
  expect(line[0]?.isAborted()).toBe(true);
  expect(part('Radio IDs from us')?.textContent).not.toContain('Good morning.mp3');
});

test('a refused upload shows the API’s message', async () => {
  const { line } = await openFiles([]);
  await choose([mp3('Good morning.mp3')], RADIO_IDS);
  await until(() => expect(line).toHaveLength(1));
  const { status, title } = ERRORS.too_many_files;
  const body = {
    status,
    code: 'too_many_files',
    title,
    detail: TOO_MANY_OPERATOR_FILES,
    request_id: 'r1',
  };
  await doing(() => line[0]?.answer(status, body));
  await until(() =>
    expect(dialog().textContent).toContain(`${title} - ${TOO_MANY_OPERATOR_FILES}`),
  );
  await press('Remove Good morning.mp3');
});

test('the customer’s own files are listed apart and can be removed after a question', async () => {
  const theirs = ours('Bell', { is_operators: false });
  const page = await openFiles([ours('Good morning'), theirs]);
  expect(part('Radio IDs from us')?.textContent).not.toContain('Bell.mp3');
  expect(part('Radio IDs from the customer')?.textContent).toContain('Bell.mp3');
  expect(part('Radio IDs from the customer')?.textContent).not.toContain('Good morning.mp3');
  const DELETE = `DELETE ${CUSTOMER}/assets/Bell`;
  page.answers[DELETE] = answered(null);
  await press('Remove Bell.mp3');
  expect(page.sent(DELETE)).toEqual([]);
  page.keep([ours('Good morning')]);
  await press('Remove file');
  await until(() => expect(part('Radio IDs from the customer')).toBeUndefined());
  expect(page.sent(DELETE)).toHaveLength(1);
  expect(page.toasts).toContainEqual({
    title: 'File removed',
    description: 'Bell.mp3',
    kind: 'good',
  });
  expect(part('Radio IDs from us')?.textContent).toContain('Good morning.mp3');
});

test('a new logo replaces the old one', async () => {
  const before: CustomerAsset = { ...logo(), is_operators: false };
  const after: CustomerAsset = { ...logo({ id: 'l2', file_name: 'lamp.png' }), is_operators: true };
  const { line, keep, queries } = await openFiles([before]);
  const png = new File(['x'], 'lamp.png', { type: 'image/png' });
  await choose([png], '[role="dialog"] [role="group"]');
  await until(() => expect(line[0]?.kind).toBe('logo'));
  keep([after]);
  await doing(() => line[0]?.answer(201, after));
  await until(() =>
    expect(
      queries.getQueryData<CustomerDetails>(['admin', 'customer', ada.user.id])?.assets,
    ).toEqual([after]),
  );
});

test('an upload keeps what was typed in the form and does not send it', async () => {
  const { line, keep, sent } = await openFiles([]);
  const name = find(HTMLInputElement, 'input[name="first_name"]');
  await doing(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(name, 'Grace');
    name.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await choose([mp3('Good morning.mp3')], RADIO_IDS);
  await until(() => expect(line).toHaveLength(1));
  keep([ours('Good morning')]);
  await doing(() => line[0]?.answer(201, ours('Good morning')));
  await until(() => expect(part('Radio IDs from us')?.textContent).toContain('1 of at most 50'));
  expect(find(HTMLInputElement, 'input[name="first_name"]').value).toBe('Grace');
  expect(sent(`PATCH ${CUSTOMER}`)).toEqual([]);
});

test('signing out cancels uploads', async () => {
  localStorage.setItem('signed-in', 'yes');
  onTestFinished(() => localStorage.clear());
  onTestFinished(visitors.watch());
  const page = await openFiles([]);
  page.answers['POST /v1/auth/signout'] = answered(null);
  await until(() => expect(visitors.snapshot().status).toBe('member'));
  await choose([mp3('Good morning.mp3')], RADIO_IDS);
  await until(() => expect(page.line).toHaveLength(1));
  await doing(() => visitors.signOut());
  await until(() => expect(page.line[0]?.isAborted()).toBe(true));
});
