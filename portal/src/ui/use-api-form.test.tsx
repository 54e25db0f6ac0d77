import { email, requiredLine } from '@stationhouse/platform-api/contract/fields';
import { RequestFailed } from '@stationhouse/sdk/client';
import { createPortal } from 'react-dom';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Button } from './Button.tsx';
import { Form, FormField } from './Form.tsx';
import { doing, draw, find, type } from './test/draw.tsx';
import { TextInput } from './TextInput.tsx';
import { sortFaults, useApiForm } from './use-api-form.ts';

const schema = z.object({ name: requiredLine('Please enter your name.'), email });
type Send = (values: z.infer<typeof schema>) => Promise<unknown>;

function Enquiry({ send }: { send: Send }) {
  const form = useApiForm({ schema, defaultValues: { name: '', email: '' }, send });
  return (
    <Form form={form}>
      <FormField form={form} name="name" label="Name">
        {(field) => <TextInput {...field} />}
      </FormField>
      <FormField form={form} name="email" label="Email">
        {(field) => <TextInput {...field} />}
      </FormField>
      <Button type="submit" busy={form.isBusy} busyText="Sending...">
        Send
      </Button>
    </Form>
  );
}

const field = (name: string) => find(HTMLInputElement, `input[name="${name}"]`);
const press = () => doing(() => find(HTMLButtonElement, 'button').click());
const notice = () => find(HTMLElement, '[role="alert"]').textContent;
const fault = (name: string) => {
  const ids = field(name).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
};

async function fillIn(): Promise<void> {
  await type(field('name'), 'Ada');
  await type(field('email'), 'ada@example.com');
}

test('shows rule violations beside their fields before sending, and focuses the first', async () => {
  const send = vi.fn<Send>();
  await draw(<Enquiry send={send} />);
  await press();
  expect(send).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field('name'));
  expect(fault('name')).toBe('Please enter your name.');
  expect(fault('email')).toBe('Please enter an email address, such as name@example.com.');
  await type(field('name'), 'Ada');
  expect(field('name').getAttribute('aria-invalid')).not.toBe('true');
});

test('shows a refusal beside the field it names, and keeps the input', async () => {
  const failure = new RequestFailed(422, {
    code: 'validation_failed',
    errors: [{ field: 'email', code: 'taken', message: 'Taken already.' }],
  });
  await draw(<Enquiry send={() => Promise.reject(failure)} />);
  await fillIn();
  await press();
  expect(document.activeElement).toBe(field('email'));
  expect(fault('email')).toBe('Taken already.');
  expect(field('name').value).toBe('Ada');
  expect(notice()).toBe('');
});

test('shows other failures as a notice, with the request id', async () => {
  const failure = new RequestFailed(500, {
    code: 'internal_error',
    title: 'Something went wrong',
    detail: 'Please try again.',
    request_id: 'abc',
    errors: [{ field: 'captcha', code: 'odd', message: 'Odd.' }],
  });
  await draw(<Enquiry send={() => Promise.reject(failure)} />);
  await fillIn();
  await press();
  expect(notice()).toBe('Something went wrongPlease try again. Odd.DetailsReference: abc');
  expect(find(HTMLDetailsElement, '[role="alert"] details').open).toBe(false);
});

test('a form in a dialog leaves the form alone that the dialog was opened in', async () => {
  const [outer, inner] = [vi.fn<Send>(), vi.fn<Send>()];
  function SignIn() {
    const form = useApiForm({ schema, defaultValues: { name: '', email: '' }, send: outer });
    return (
      <Form form={form}>
        <FormField form={form} name="name" label="Name">
          {(field) => <TextInput {...field} />}
        </FormField>
        {createPortal(<Enquiry send={inner} />, document.body)}
      </Form>
    );
  }
  await draw(<SignIn />);
  const [behind] = document.querySelectorAll('input');
  await doing(() => find(HTMLButtonElement, 'button').click());
  expect(outer).not.toHaveBeenCalled();
  expect(behind?.getAttribute('aria-invalid')).not.toBe('true');
  expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(2);
});

test('ignores a second press while busy, and works again afterwards', async () => {
  let refuse: (failure: RequestFailed) => void = () => {};
  const send = vi.fn<Send>(() => new Promise((_, reject) => (refuse = reject)));
  await draw(<Enquiry send={send} />);
  await fillIn();
  await press();
  const button = find(HTMLButtonElement, 'button');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await press();
  await doing(() =>
    find(HTMLFormElement, 'form').dispatchEvent(
      new Event('submit', { bubbles: true, cancelable: true }),
    ),
  );
  expect(send).toHaveBeenCalledTimes(1);
  await doing(() => refuse(new RequestFailed(0, { code: 'unreachable' })));
  expect(notice()).toContain('We could not reach the server.');
  expect(button.hasAttribute('aria-disabled')).toBe(false);
  await press();
  expect(send).toHaveBeenCalledTimes(2);
});

test('sorts faults to fields by their first or last part, and keeps the first of each field', () => {
  const names = ['company.name', 'company', 'companyname', 'station.stream_url'];
  const faults = names.map((name) => ({ field: name, code: 'x', message: name }));
  const { ofFields, others } = sortFaults(faults, ['stream_url', 'company']);
  expect(ofFields.get('company')?.message).toBe('company.name');
  expect(ofFields.get('stream_url')?.message).toBe('station.stream_url');
  expect(others.map(({ field }) => field)).toEqual(['companyname']);
});
