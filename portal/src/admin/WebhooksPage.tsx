import { Webhooks } from '../settings/Webhooks.tsx';
import { Card } from '../ui/Card.tsx';
import { AdminArea } from './AdminArea.tsx';

/** `/admin/webhooks` */
export const WebhooksPage = () => (
  <AdminArea
    title="Webhooks"
    description="Servers that get the events of all customers, and what was sent to them."
    heading="Webhooks"
  >
    <OperatorWebhooks />
  </AdminArea>
);

export const OperatorWebhooks = () => (
  <Card title="The operator’s webhooks">
    <Webhooks owner="admin" />
  </Card>
);
