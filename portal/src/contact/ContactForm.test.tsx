// @vitest-environment jsdom
import { RequestFailed } from '@stationhouse/sdk/client';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { doing, draw, find, type } from '../ui/test/draw.tsx';
import { ContactForm, type SendContactMessage } from './ContactForm.tsx';

const drawForm = (send: SendContactMessage) =>
  draw(
    <MemoryRouter>
      <ContactForm send={send} />
    </MemoryRouter>,
  );

const field = (name: string) => find(HTMLInputElement, `input[name="${name}"]`);
const message = () => find(HTMLTextAreaElement, 'textarea');
const button = () => find(HTMLButtonElement, 'button');
const press = () => doing(() => button().click());

async function fillIn(): Promise<void> {
  await type(field('name'), 'Ada Marlow');
  await type(field('email'), 'ada@example.com');
  await type(field('subject'), 'Two cafés');
  await doing(() => {
    // React watches the property, so the browser's own setter has to be called.
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(
      message(),
      'Hello',
    );
    message().dispatchEvent(new Event('input', { bubbles: true }));
  });
}

test('requires name, email, subject and message, but not company', async () => {
  const send = vi.fn<SendContactMessage>();
  await drawForm(send);
  await press();
  const wrong = [...document.querySelectorAll('[aria-invalid="true"]')];
  expect(wrong.map((control) => control.getAttribute('name'))).toEqual([
    'name',
    'email',
    'subject',
    'message',
  ]);
  expect(send).not.toHaveBeenCalled();
});

test('shows progress while sending, then a confirmation', async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const send = vi.fn<SendContactMessage>(() => arrived);
  await drawForm(send);
  await fillIn();
  await press();
  await press();
  expect(button().getAttribute('aria-disabled')).toBe('true');
  expect(button().textContent).toContain('Sending...');
  expect(send).toHaveBeenCalledExactlyOnceWith({
    name: 'Ada Marlow',
    email: 'ada@example.com',
    subject: 'Two cafés',
    message: 'Hello',
    homepage: '',
    elapsed_ms: expect.any(Number),
  });
  await doing(arrive);
  expect(document.activeElement?.textContent).toContain('Message Sent!');
});

test('reports a failure in the specification’s words and keeps the message', async () => {
  await drawForm(() => Promise.reject(new RequestFailed(500, { code: 'internal_error' })));
  await fillIn();
  await press();
  expect(find(HTMLElement, '[role="alert"]').textContent).toContain(
    'Failed to send message. Please try again or contact us directly.',
  );
  expect(message().value).toBe('Hello');
  expect(button().getAttribute('aria-disabled')).toBeNull();
});

test('says when the next message can be sent after too many', async () => {
  const tooMany = new RequestFailed(429, { code: 'rate_limited' }, 2_340);
  await drawForm(() => Promise.reject(tooMany));
  await fillIn();
  await press();
  expect(find(HTMLElement, '[role="alert"]').textContent).toContain(
    'Please contact us directly, or send the next one in 39 minutes.',
  );
  expect(message().value).toBe('Hello');
});
