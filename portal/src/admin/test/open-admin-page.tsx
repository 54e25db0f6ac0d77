import type { Customer, StationTrouble } from '@stationhouse/sdk/client';
import type { ReactElement } from 'react';
import { vi } from 'vitest';
import { answered, listed, user } from '../../api/test/answers.ts';
import { ForAdmins } from '../AdminArea.tsx';
import { CustomerDialogs } from '../CustomerDialogs.tsx';
import { AdminStepUp } from '../customers/actions/AdminStepUp.tsx';
import { Customers } from '../customers/Customers.tsx';
import { AllListening } from '../listening/AllListening.tsx';
import { Today } from '../today/Today.tsx';
import { openAdmin } from './open-admin-dialog.tsx';

// No test here measures time, and a busy machine may be slow.
vi.setConfig({ testTimeout: 30_000 });

export const STATS = 'GET /v1/admin/stats';
export const CUSTOMERS = 'GET /v1/admin/customers';
export const CSV = 'GET /v1/admin/customers.csv';
export const WATCH = 'GET /v1/admin/watch';

export const stats = {
  total_customers: 1_204,
  total_revenue: 1_934_500_00,
  collected_revenue: 1_790_200_50,
  active_stations: 103,
  pending_setups: 7,
  currency: 'eur',
  trend: [
    ['2026-11-19', 1_180, 1_900_000_00, 104, 7],
    ['2026-11-20', 1_190, 1_920_000_00, 105, 9],
    ['2026-11-21', 1_204, 1_934_500_00, 103, 7],
  ].map(([day, total_customers, total_revenue, active_stations, pending_setups]) => ({
    day,
    total_customers,
    total_revenue,
    active_stations,
    pending_setups,
  })),
};

export const customer = (more: Partial<Customer> = {}): Customer => ({
  user_id: user.id,
  role: 'user',
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.com',
  company_name: 'The Counting House',
  package_name: 'Starter',
  status: 'active',
  station_name: 'Counting House Radio',
  station_slug: 'counting-house',
  total_amount: 448_00,
  currency: 'eur',
  purchased_at: '2026-11-21T09:30:00.000Z',
  setup_form_submitted_at: null,
  starter_since: null,
  approval: null,
  starter_note: null,
  missing: null,
  created_at: '2026-11-20T09:30:00.000Z',
  ...more,
});

export const trouble: StationTrouble = {
  station_id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a12',
  user_id: user.id,
  station_name: 'Counting House Radio',
  station_slug: 'counting-house',
  trouble: 'silent',
  message: 'The stream’s server does not answer.',
  since: new Date(Date.now() - 3.5 * 3_600_000).toISOString(),
  checked_at: new Date().toISOString(),
};

/** Whether the setup queue sent this query: only the queue sets a limit. */
export const isQueue = (query: URLSearchParams) => query.has('limit');

type Answers = Parameters<typeof openAdmin>[1];

const PAGES: Record<string, () => ReactElement> = {
  '/admin': Today,
  '/admin/stations': Customers,
  '/admin/listening': AllListening,
};

/** Opens `/admin`, or another page of it, as the admin Grace. */
export function openAdminPage(answers: Answers = {}, address = '/admin') {
  const Page = PAGES[address.split('?')[0] ?? ''] ?? Today;
  return openAdmin(
    address,
    {
      [STATS]: answered(stats),
      [WATCH]: listed([]),
      'GET /v1/admin/locations': listed([]),
      'GET /v1/admin/messages': listed([]),
      'GET /v1/admin/library/playlists': listed([]),
      [CUSTOMERS]: (query) => listed(isQueue(query) ? [] : [customer()])(),
      ...answers,
    },
    <ForAdmins heading="Today" forSupport>
      <AdminStepUp>
        <Page />
        <CustomerDialogs />
      </AdminStepUp>
    </ForAdmins>,
  );
}
