import type { Subscription } from '@stationhouse/platform-api/contract/billing/schemas';
import type { Station } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate, useNavigation, useSearchParams } from 'react-router-dom';
import { MEMBERS_PATH } from '../api/member-paths.ts';
import { paymentTrouble } from '../billing/payment-trouble.ts';
import { billingQuery } from '../billing/subscription.ts';

/** @returns undefined until billing is loaded */
function mayBuyAgain(
  { status }: Station,
  billing: { subscription: Subscription | null } | undefined,
): boolean | undefined {
  if (status === 'suspended') return true;
  return billing && paymentTrouble(billing.subscription, status)?.remedy === 'buy';
}

/** Whether the wizard is open, as `?create=` in the address says. */
export interface Creation {
  isOn: boolean;
  /** Goes back to the dashboard. */
  leave: () => void;
}

/**
 * Creation mode (specification §2, member dashboard). A member has one station; it can be bought again once
 * its subscription has ended.
 *
 * @param station undefined until it is loaded
 */
export function useCreation(station: Station | null | undefined): Creation {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const isLeaving = useNavigation().state !== 'idle';
  const isWanted = params.has('create');
  const { data: billing } = useQuery({ ...billingQuery, enabled: Boolean(station) });
  const isPossible = !station || mayBuyAgain(station, billing);
  const isOn = isWanted && isPossible === true;

  // The purchase was paid in another tab, or the link is old. A link that the member has pressed meanwhile comes first: it
  // would be given up for this.
  useEffect(() => {
    if (isWanted && isPossible === false && !isLeaving)
      void navigate(MEMBERS_PATH, { replace: true });
  }, [isWanted, isPossible, isLeaving, navigate]);

  // The path stays the same, so the portal does not move the focus on its own.
  const wasOn = useRef(isOn);
  useEffect(() => {
    const hasLeft = wasOn.current && !isOn;
    wasOn.current = isOn;
    const heading = hasLeft ? document.querySelector('h1') : null;
    if (!heading) return;
    heading.tabIndex = -1;
    heading.style.outline = 'none';
    heading.focus();
  }, [isOn]);

  return { isOn, leave: () => void navigate(MEMBERS_PATH) };
}
