/** @jsxRuntime automatic */
import type { Card, PayOutcome } from '../acts.ts';

/** What is wrong with a card: one of its fields, or the card as a whole. */
export interface CardFault {
  field: 'number' | 'expiry' | 'cvc' | 'name' | null;
  message: string;
}

/** A payment's outcome as a fault of the card; null: the card was accepted. */
export function faultOf(result: PayOutcome): CardFault | null {
  if (result.outcome === 'invalid') return { field: result.field, message: result.message };
  if (result.outcome === 'declined') return { field: null, message: result.message };
  return null;
}

/** The typed card. Browsers may fill in the expiry as `MM/YYYY`: it becomes `MM / YY`. */
export function readCard(form: URLSearchParams): Card {
  const read = (name: keyof Card) => form.get(name)?.trim() ?? '';
  const expiry = read('expiry').replace(/^(\d{2})\s*\/?\s*(?:20)?(\d{2})$/, '$1 / $2');
  return { number: read('number'), expiry, cvc: read('cvc'), name: read('name') };
}

interface FieldShape {
  name: keyof Card;
  label: string;
  /** An autofill field name of HTML. */
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
  /** The button's label, and its label while the form is sent. */
  submit: string;
  busy: string;
  /** The card typed before. Its security code is never shown again. */
  typed: Card | null;
  fault: CardFault | null;
  /** The explanation of a card error for the customer. */
  reassurance: string;
}

/** The card form and the list of test cards. */
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
