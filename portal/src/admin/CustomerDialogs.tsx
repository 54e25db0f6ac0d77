import { ChangeRole } from './ChangeRole.tsx';
import { CustomerAudit } from './CustomerAudit.tsx';
import { DeleteCustomer } from './DeleteCustomer.tsx';
import { useDeskDialog } from './desk-address.ts';
import { DeskStepUp } from './DeskStepUp.tsx';
import { EditCustomer } from './EditCustomer.tsx';
import { ResetPassword } from './ResetPassword.tsx';
import { ViewCustomer } from './ViewCustomer.tsx';

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
