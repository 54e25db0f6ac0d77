// The paths of the pages. `base` is the stand-in's origin, or empty for links between pages.

/** A checkout session's `url`. */
export const checkoutAddress = (base: string, id: string): string => `${base}/c/pay/${id}`;

/** A portal session's `url`. */
export const portalAddress = (base: string, id: string): string => `${base}/p/session/${id}`;

/** An invoice's `hosted_invoice_url` and `invoice_pdf`. */
export const invoiceAddress = (base: string, id: string): string => `${base}/i/${id}`;

/** Pages and forms below a portal session. */
export const portalPaths = {
  card: (id: string) => `${portalAddress('', id)}/card`,
  pay: (id: string, invoiceId: string) => `${portalAddress('', id)}/invoices/${invoiceId}/pay`,
};

/** The control page and its forms. */
export const controlPaths = {
  page: '/',
  clock: '/control/clock',
  breakCard: (id: string) => `/control/customers/${id}/break-card`,
  endSubscription: (id: string) => `/control/subscriptions/${id}/end`,
  refund: (id: string) => `/control/charges/${id}/refund`,
  dispute: (id: string) => `/control/charges/${id}/dispute`,
};
