import { AdminArea } from '../AdminArea.tsx';
import { WaitingMessages } from './WaitingMessages.tsx';

/** `/admin/messages` */
export const MessagesPage = () => (
  <AdminArea
    title="Messages"
    description="Customers who wait for an answer, the longest waiting first."
    heading="Messages"
    forSupport
  >
    <WaitingMessages />
  </AdminArea>
);
