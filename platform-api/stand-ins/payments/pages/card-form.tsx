/** @jsxRuntime automatic */
import type { Card, PayOutcome } from '../acts.ts';

/** What went wrong with a card: with one of its fields, or as a whole. */
export interface CardFault {
  field: 'number' | 'expiry' | 'cvc' | 'name' | null;
  message: string;
}

/** The bank did not confirm; Stripe's own sentence (Stripe, `payment_intent_authentication_failure`). */
export const NOT_AUTHENTICATED: CardFault = {
  field: null,
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

/** A payment's outcome as a fault of the card; null: it is none. */
export function faultOf(result: PayOutcome): CardFault | null {
  if (result.outcome === 'invalid') return { field: result.field, message: result.message };
  if (result.outcome === 'declined') return { field: null, message: result.message };
  return null;
}

/** The card as it was typed, its expiry as `MM / YY` where a browser filled in `MM/YYYY`. */
export function readCard(form: URLSearchParams): Card {
  const read = (name: keyof Card) => form.get(name)?.trim() ?? '';
  const expiry = read('expiry').replace(/^(\d{2})\s*\/?\s*(?:20)?(\d{2})$/, '$1 / $2');
  return { number: read('number'), expiry, cvc: read('cvc'), name: read('name') };
}

interface FieldShape {
  name: keyof Card;
  label: string;
  /** HTML, Autofill field names. */
  autoComplete: string;
  inputMode?: 'numeric';
  placeholder?: string;
  maxLength: number;
}

const FIELDS: readonly FieldShape[] = [
  {
    name: 'number',
    label: 'Card number',
    autoComplete: 'cc-number',
    inputMode: 'numeric',
    placeholder: '1234 1234 1234 1234',
    maxLength: 32,
  },
  {
    name: 'expiry',
    label: 'Expiry',
    autoComplete: 'cc-exp',
    inputMode: 'numeric',
    placeholder: 'MM / YY',
    maxLength: 9,
  },
  {
    name: 'cvc',
    label: 'Security code',
    autoComplete: 'cc-csc',
    inputMode: 'numeric',
    placeholder: 'CVC',
    maxLength: 4,
  },
  { name: 'name', label: 'Name on card', autoComplete: 'cc-name', maxLength: 200 },
];

function Field(props: { shape: FieldShape; typed: Card | null; fault: CardFault | null }) {
  const { typed, fault } = props;
  const { name, label, ...shape } = props.shape;
  const message = fault?.field === name ? fault.message : null;
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type="text"
        required
        spellCheck={false}
        className={shape.inputMode && 'figures'}
        defaultValue={name === 'cvc' ? '' : typed?.[name]}
        aria-invalid={message === null ? undefined : true}
        aria-describedby={message === null ? undefined : `${name}-fault`}
        {...shape}
      />
      {message !== null && (
        <p className="fault" id={`${name}-fault`} role="alert">
          {message}
        </p>
      )}
    </div>
  );
}

const TEST_CARDS = [
  { number: '4242 4242 4242 4242', does: 'Pays' },
  { number: '4000 0000 0000 0002', does: 'Is declined' },
  { number: '4000 0025 0000 3155', does: 'Asks for 3-D Secure' },
  { number: '4000 0000 0000 0341', does: 'Pays now and fails next month' },
];

function TestCards() {
  return (
    <details>
      <summary>Test cards to try</summary>
      <p className="muted small">
        With any expiry to come and any three digits. Never type a real card here.
      </p>
      <ul className="tries">
        {TEST_CARDS.map(({ number, does }) => (
          <li key={number}>
            <code>{number}</code>
            <span className="muted">{does}</span>
            <button
              type="button"
              className="compact"
              aria-label={`Use ${number}`}
              data-number={number}
              hidden
            >
              Use
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface CardFormProps {
  action: string;
  /** The button's words, and what it says while it is at work. */
  submit: string;
  busy: string;
  /** What was typed before; the security code is never shown again. */
  typed: Card | null;
  fault: CardFault | null;
  /** What a fault of the whole card meant. */
  reassurance: string;
}

/** Card number, expiry, security code, name: one below the other, and the test cards below them. */
export function CardForm(props: CardFormProps) {
  const { action, submit, busy, typed, fault, reassurance } = props;
  return (
    <>
      {fault !== null && fault.field === null && (
        <div className="notice bad" role="alert">
          <p>
            <strong>{fault.message}</strong>
          </p>
          <p className="rest">{reassurance}</p>
        </div>
      )}
      <form className="card-form" method="post" action={action}>
        {FIELDS.map((shape) => (
          <Field key={shape.name} shape={shape} typed={typed} fault={fault} />
        ))}
        <button type="submit" className="primary full" data-busy={busy}>
          {submit}
        </button>
      </form>
      <TestCards />
    </>
  );
}
