/** @jsxRuntime automatic */
import { COMPANY } from '../../../contract/brand.ts';
import { checkoutAddress, invoiceAddress } from './addresses.ts';
import type { PageAnswer } from './answer.ts';
import { pageAnswer } from './page.tsx';

/** Where the bank asks, by the id under which the card is kept meanwhile. */
export const bankPaths = {
  checkout: (id: string, step: string) => `${checkoutAddress('', id)}/bank/${step}`,
  invoice: (id: string, step: string) => `${invoiceAddress('', id)}/bank/${step}`,
};

/** The bank's question on the way (3-D Secure). `leadsTo`: where its answer may lead in the end. */
export function bankPage(asked: {
  address: string;
  amount: string;
  leadsTo?: readonly (string | null)[];
}): PageAnswer {
  const { address, amount, leadsTo = [] } = asked;
  const children = (
    <section className="card" aria-labelledby="question">
      <p className="muted">Your bank, in the sandbox</p>
      <h1 id="question">Your bank asks: is this you?</h1>
      <p>
        {COMPANY.company_name} would like to take <strong>{amount}</strong> from your card.
      </p>
      <form method="post" action={address}>
        <div className="actions">
          <button
            type="submit"
            name="answer"
            value="approve"
            className="primary"
            data-busy="Approving…"
          >
            Approve
          </button>
          <button type="submit" name="answer" value="decline">
            Decline
          </button>
        </div>
      </form>
    </section>
  );
  return pageAnswer({ title: 'Your bank asks', leadsTo, children });
}
