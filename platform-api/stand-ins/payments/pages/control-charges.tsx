/** @jsxRuntime automatic */
import type Stripe from 'stripe';
import type { SandboxActs } from '../acts.ts';
import { idOf } from '../ledger.ts';
import { money } from './amounts.ts';
import { controlPaths } from './control-paths.ts';
import { moment } from './dates.ts';

/** Whether a charge's money can still be taken back. */
export function canRefund(charge: Stripe.Charge): boolean {
  return charge.status === 'succeeded' && !charge.refunded && !charge.disputed;
}

function chargeState(charge: Stripe.Charge): { word: string; tone: string } {
  if (charge.disputed) return { word: 'Disputed', tone: 'bad' };
  if (charge.refunded) return { word: 'Refunded', tone: '' };
  if (charge.amount_refunded > 0) return { word: 'Partly refunded', tone: 'warn' };
  if (charge.status === 'succeeded') return { word: 'Paid', tone: 'good' };
  return { word: charge.status === 'failed' ? 'Failed' : 'Pending', tone: 'bad' };
}

function ChargeRow({ charge, who }: { charge: Stripe.Charge; who: string }) {
  const { word, tone } = chargeState(charge);
  return (
    <li>
      <div>
        <p>
          <strong className="figures">{money(charge.amount, charge.currency)}</strong> from {who}
        </p>
        <p className="muted small">{moment(charge.created)}</p>
      </div>
      <div className="actions">
        <span className={`badge ${tone}`}>{word}</span>
        {canRefund(charge) && (
          <>
            <form method="post" action={controlPaths.refund(charge.id)}>
              <button type="submit" className="compact">
                Refund
              </button>
            </form>
            <form method="post" action={controlPaths.dispute(charge.id)}>
              <button type="submit" className="compact">
                Dispute
              </button>
            </form>
          </>
        )}
      </div>
    </li>
  );
}

/** What was taken from whose card. */
export function Charges({ acts }: { acts: SandboxActs }) {
  const charges = acts.charges();
  const names = new Map(acts.customers().map(({ id, name, email }) => [id, name ?? email ?? id]));
  const who = ({ customer }: Stripe.Charge): string => {
    const id = idOf(customer);
    return id === null ? 'nobody known' : (names.get(id) ?? id);
  };
  return (
    <section aria-labelledby="charges">
      <h2 id="charges">Charges</h2>
      <div className="card">
        {charges.length === 0 ? (
          <p className="muted">No card was charged yet.</p>
        ) : (
          <ul className="list flush">
            {charges.map((charge) => (
              <ChargeRow key={charge.id} charge={charge} who={who(charge)} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
