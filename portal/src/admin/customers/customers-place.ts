/** The table of all customers. Links lead to it, and take the focus along. */
export const CUSTOMERS_PLACE = 'customers';

/** Goes to its head, for who has asked for other rows: what they pressed may go with the old ones. */
export function toCustomers(): void {
  const place = document.getElementById(CUSTOMERS_PLACE);
  // By itself the focus would not move a page on which some of the table is seen.
  place?.scrollIntoView();
  place?.focus({ preventScroll: true });
}
