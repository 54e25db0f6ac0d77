import { Card } from '../../ui/Card.tsx';
import { AdminArea } from '../AdminArea.tsx';
import { AuditList } from './AuditList.tsx';

/** `/admin/history` */
export const HistoryPage = () => (
  <AdminArea
    title="History"
    description="The audit log of all customers."
    heading="History"
    forSupport
  >
    <AdminAudit />
  </AdminArea>
);

/** The audit log of all customers. */
export const AdminAudit = () => (
  <Card title="All entries" description="What admins did. Entries cannot be changed or removed.">
    <AuditList />
  </Card>
);
