import type { Page } from '@playwright/test';
import { tabOf } from './payments.ts';
import { button, type Order } from './wizard.ts';

/** An order of the middle package. */
export const professional = (email: string): Order => ({
  packageName: 'Professional',
  email,
  country: 'United Kingdom',
});

/** Reads the subscription on the billing page again. */
export const refresh = (page: Page) => button(page, 'Refresh').click();

/** @returns the tab of the payment provider’s own page */
export const openPortal = (page: Page) =>
  tabOf(page, () => button(page, 'Manage subscription').first().click());
