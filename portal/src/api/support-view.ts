import type { User } from '@stationhouse/sdk/client';

/** An admin's view of the portal as a customer sees it. The API refuses changes. */
export interface SupportView {
  view_token: string;
  expires_at: string;
  /** The customer. */
  user: User;
}

/** The key in sessionStorage: reloads keep it, and other tabs do not see it. */
const KEY = 'support-view';

function read(): SupportView | undefined {
  try {
    const kept: SupportView | null = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return kept && Date.parse(kept.expires_at) > Date.now() ? kept : undefined;
  } catch {
    // Storage is blocked.
    return undefined;
  }
}

/** The view that this tab shows; undefined for everybody else. */
export const supportView = read();

/** Shows the portal as the customer sees it, in this tab. */
export function enterSupportView({ view_token, expires_at, user }: SupportView): void {
  sessionStorage.setItem(KEY, JSON.stringify({ view_token, expires_at, user }));
  // All queries and event streams of the admin end with the page.
  location.assign('/members');
}

/** Ends the view, and returns to the customer in the admin area. */
export async function leaveSupportView({ user }: SupportView): Promise<void> {
  sessionStorage.removeItem(KEY);
  const { createClient } = await import('@stationhouse/sdk/client');
  // The admin's own session is still in the cookie.
  const { admin } = createClient({ url: location.origin });
  // It expires soon even if the server can't be told.
  await admin.customers.endView(user.id).catch(() => undefined);
  const query = new URLSearchParams({ customer: user.id, dialog: 'view' });
  location.assign(`/admin?${query}`);
}
