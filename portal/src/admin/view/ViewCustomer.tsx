import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { CustomerCaption } from '../CustomerCaption.tsx';
import { CustomerLoaded } from '../CustomerLoaded.tsx';
import { useDeskDialog } from '../desk-address.ts';
import { CustomerFacts } from './CustomerFacts.tsx';
import { FilesToHear } from './FilesToHear.tsx';
import { StationFacts } from './StationFacts.tsx';

interface ViewCustomerProps {
  user_id: string;
  onClose: () => void;
}

/** Everything that is known about one customer (specification §2, Admin dashboard). */
export function ViewCustomer({ user_id, onClose }: ViewCustomerProps) {
  const { open } = useDeskDialog();
  return (
    <Dialog
      title="Customer Details"
      description={<CustomerCaption user_id={user_id} />}
      wide
      tall
      open
      onOpenChange={onClose}
      footer={
        <div className="grid w-full grid-cols-2 gap-3 sm:flex sm:justify-end">
          <Button kind="secondary" onClick={() => open('audit', user_id)}>
            History
          </Button>
          <Button onClick={() => open('edit', user_id)}>Edit</Button>
        </div>
      }
    >
      <CustomerLoaded user_id={user_id}>
        {(customer) => (
          <div className="flex flex-col gap-6">
            <CustomerFacts customer={customer} />
            <StationFacts customer={customer} />
            <FilesToHear customer={customer} />
          </div>
        )}
      </CustomerLoaded>
    </Dialog>
  );
}
