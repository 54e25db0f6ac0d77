import { Card } from '../../ui/Card.tsx';
import { AuditList } from './AuditList.tsx';

/** What admins did, to everybody. */
export function DeskAudit() {
  return (
    <Card title="History" description="What admins did. Nobody can change or remove a line.">
      <AuditList />
    </Card>
  );
}
