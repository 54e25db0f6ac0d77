import { ChangeRole } from './acts/ChangeRole.tsx';
import { DeleteCustomer } from './acts/DeleteCustomer.tsx';
import { DeskStepUp } from './acts/DeskStepUp.tsx';
import { ResetPassword } from './acts/ResetPassword.tsx';
import { useDeskDialog } from './desk-address.ts';
import { EditCustomer } from './edit/EditCustomer.tsx';
import { CustomerAudit } from './history/CustomerAudit.tsx';
import { ViewCustomer } from './view/ViewCustomer.tsx';

const DIALOGS = {
  view: ViewCustomer,
  edit: EditCustomer,
  reset: ResetPassword,
  delete: DeleteCustomer,
  role: ChangeRole,
  audit: CustomerAudit,
} as const;

/** The dialog that the address names, about the customer that it names. */
export function CustomerDialogs() {
  const { dialog, user_id, close } = useDeskDialog();
  const Dialog = dialog && DIALOGS[dialog];
  return (
    <DeskStepUp>
      {Dialog && user_id ? <Dialog key={user_id} user_id={user_id} onClose={close} /> : null}
    </DeskStepUp>
  );
}
