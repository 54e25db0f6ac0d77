import {
  type ContactForm as ContactMessage,
  sendContactMessage,
} from '@stationhouse/platform-api/contract/contact/calls';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { hasCode, inWords } from '../api/failures.ts';
import { Form, FormField, SubmitButton } from '../ui/Form.tsx';
import { Notice } from '../ui/Notice.tsx';
import { TextArea, TextInput } from '../ui/TextInput.tsx';
import { useApiForm, useInputBeforeHydration } from '../ui/use-api-form.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { contact } from './content.ts';

/** The text fields, which may be filled in before hydration. */
const TYPED = ['name', 'email', 'company', 'subject', 'message'] as const;

const EMPTY = { name: '', email: '', company: '', subject: '', message: '', homepage: '' };

/** Sends a message. @throws RequestFailed */
export type SendContactMessage = (message: ContactMessage) => Promise<unknown>;

/** The contact form, replaced by a confirmation once it is sent. */
export function ContactForm({ send }: { send: SendContactMessage }) {
  const { fields, optional, button, failure, tooMany, privacy } = contact;
  const [isSent, setSent] = useState(false);
  // A prerendered form is open since the page was loaded, long before its script is.
  const isHydrated = useHydrated();
  const [isServed] = useState(!isHydrated);
  const openedAt = useRef(0);
  useEffect(() => {
    if (!isServed) openedAt.current = performance.now();
  }, [isServed]);
  const form = useApiForm({
    schema: sendContactMessage.body,
    defaultValues: EMPTY,
    async send({ company, ...message }) {
      const elapsed_ms = Math.round(performance.now() - openedAt.current);
      // An empty optional field is not sent (specification §5).
      await send({ ...message, ...(company !== '' && { company }), elapsed_ms });
      setSent(true);
    },
    describe: (refusal) =>
      hasCode(refusal, 'rate_limited')
        ? { title: tooMany.title, detail: `${tooMany.text} ${inWords(refusal.retryAfter)}.` }
        : { title: 'Error', detail: failure },
  });
  useInputBeforeHydration(form, TYPED);
  if (isSent) return <Thanks />;

  return (
    <Form form={form}>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField form={form} name="name" label={fields.name.label} required>
          {(field) => (
            <TextInput {...field} autoComplete="name" placeholder={fields.name.placeholder} />
          )}
        </FormField>
        <FormField form={form} name="email" label={fields.email.label} required>
          {(field) => (
            <TextInput
              {...field}
              type="email"
              autoComplete="email"
              placeholder={fields.email.placeholder}
            />
          )}
        </FormField>
      </div>
      <FormField
        form={form}
        name="company"
        label={
          <>
            {fields.company.label} <span className="font-normal text-muted">({optional})</span>
          </>
        }
      >
        {(field) => (
          <TextInput
            {...field}
            autoComplete="organization"
            placeholder={fields.company.placeholder}
          />
        )}
      </FormField>
      <FormField form={form} name="subject" label={fields.subject.label} required>
        {(field) => <TextInput {...field} placeholder={fields.subject.placeholder} />}
      </FormField>
      <FormField form={form} name="message" label={fields.message.label} required>
        {(field) => <TextArea {...field} rows={6} placeholder={fields.message.placeholder} />}
      </FormField>
      {/* A honeypot: only bots fill it in. */}
      <div aria-hidden="true" className="sr-only">
        <label>
          Homepage
          <input tabIndex={-1} autoComplete="off" {...form.fields.register('homepage')} />
        </label>
      </div>
      <p className="text-small text-muted">
        {privacy}{' '}
        <Link to="/privacy-policy" className="link">
          Privacy policy
        </Link>
        .
      </p>
      <SubmitButton
        size="large"
        busy={form.isBusy}
        busyText={button.busy}
        className="sm:self-start"
      >
        {button.idle}
      </SubmitButton>
    </Form>
  );
}

/** Takes the focus from the removed button, so that it is read out. */
function Thanks() {
  const { title, text } = contact.success;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} role="status" tabIndex={-1} className="outline-none">
      <Notice kind="good" title={title}>
        {text}
      </Notice>
    </div>
  );
}
