import { AdminArea } from '../AdminArea.tsx';
import { Customers } from './Customers.tsx';

/** `/admin/stations` */
export const StationsPage = () => (
  <AdminArea
    title="Stations"
    description="All customers and their stations: search, filters, and everything that is done for one."
    heading="Stations"
    forSupport
  >
    <Customers />
  </AdminArea>
);
