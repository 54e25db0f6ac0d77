import { Webhooks } from '../settings/Webhooks.tsx';
import { Card } from '../ui/Card.tsx';
import { AdminArea } from './AdminArea.tsx';
import { AdminNav } from './AdminNav.tsx';

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
  <main className="container-dashboard py-8 pb-(--section)">
    <h1 className="mb-6 text-heading">Webhooks</h1>
    <AdminNav />
    <Card title="The operator’s webhooks">
      <Webhooks owner="admin" />
    </Card>
  </main>
);
