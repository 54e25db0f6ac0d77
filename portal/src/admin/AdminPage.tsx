import { AdminArea } from './AdminArea.tsx';
import { AdminDashboard } from './AdminDashboard.tsx';

/** `/admin` */
export const AdminPage = () => (
  <AdminArea
    title="Admin"
    description="Pending setups, station problems and all customers."
    heading="Admin Dashboard"
    forSupport
  >
    <AdminDashboard />
  </AdminArea>
);
