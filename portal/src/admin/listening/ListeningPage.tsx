import { AdminArea } from '../AdminArea.tsx';
import { AllListening } from './AllListening.tsx';

/** `/admin/listening` */
export const ListeningPage = () => (
  <AdminArea
    title="Listening"
    description="Listeners now, and the listening hours of all stations beside their packages."
    heading="Listening"
    forSupport
  >
    <AllListening />
  </AdminArea>
);
