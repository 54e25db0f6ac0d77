// Where the sandbox's pages stand. `base` is the sandbox's own URL, without a slash at its end.

/** A checkout session's `url`. */
export const checkoutAddress = (base: string, id: string): string => `${base}/c/pay/${id}`;

/** A portal session's `url`. */
export const portalAddress = (base: string, id: string): string => `${base}/p/session/${id}`;

/** An invoice's `hosted_invoice_url`. */
export const invoiceAddress = (base: string, id: string): string => `${base}/i/${id}`;

/** An invoice's `invoice_pdf`. */
export const invoicePdfAddress = (base: string, id: string): string => `${base}/i/${id}/pdf`;
