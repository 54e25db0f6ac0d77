/** What the control page's buttons send to. */
export const controlPaths = {
  clock: '/control/clock',
  breakCard: (id: string) => `/control/customers/${id}/break-card`,
  endSubscription: (id: string) => `/control/subscriptions/${id}/end`,
  refund: (id: string) => `/control/charges/${id}/refund`,
  dispute: (id: string) => `/control/charges/${id}/dispute`,
};
