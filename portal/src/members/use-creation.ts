import type { Subscription } from '@stationhouse/platform-api/contract/billing';
import type { Station } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { MEMBERS_PATH } from '../api/member-paths.ts';
import { paymentTrouble } from '../billing/payment-trouble.ts';
import { billingQuery } from '../billing/subscription.ts';

/** @returns undefined while nobody knows how the subscription stands */
function mayBuyAgain(
  { status }: Station,
  billing: { subscription: Subscription | null } | undefined,
): boolean | undefined {
  if (status === 'suspended') return true;
  return billing && paymentTrouble(billing.subscription, status)?.remedy === 'buy';
}

/** Whether somebody is making a station, which the address says with `?create=`. */
export interface Creation {
  isOn: boolean;
  /** Back to the dashboard, which is told anew. */
  leave: () => void;
}

/**
 * Creation mode (specification §2, member dashboard). Who has a station makes no other: only one whose
 * subscription has ended can be bought again. Whether that is so the API decides.
 *
 * @param station undefined while it is not known
 */
export function useCreation(station: Station | null | undefined): Creation {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const isWanted = params.has('create');
  const { data: billing } = useQuery({ ...billingQuery, enabled: Boolean(station) });
  const isPossible = !station || mayBuyAgain(station, billing);
  const isOn = isWanted && isPossible === true;

  // The payment was made in another tab, or the link is an old one: the dashboard is what there is.
  useEffect(() => {
    if (isWanted && isPossible === false) void navigate(MEMBERS_PATH, { replace: true });
  }, [isWanted, isPossible, navigate]);

  // The page stays, so that arriving is not noticed by itself: what was pressed is gone.
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
