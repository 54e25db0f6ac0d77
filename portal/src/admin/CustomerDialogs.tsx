import { ChangeCustomerPackage } from './customers/actions/ChangeCustomerPackage.tsx';
import { ChangeRole, ChangeSupportRole } from './customers/actions/ChangeRole.tsx';
import { CustomerApiKeys } from './customers/actions/CustomerApiKeys.tsx';
import { DeleteCustomer } from './customers/actions/DeleteCustomer.tsx';
import { RemoveSecondFactor } from './customers/actions/RemoveSecondFactor.tsx';
import { ResetPassword } from './customers/actions/ResetPassword.tsx';
import { ViewAsCustomer } from './customers/actions/ViewAsCustomer.tsx';
import { useAdminDialog } from './admin-address.ts';
import { EditCustomer } from './customers/edit/EditCustomer.tsx';
import { CustomerAudit } from './audit/AuditList.tsx';
import { CustomerMessages } from './messages/CustomerMessages.tsx';
import { SpeakRadioIds } from './voices/SpeakRadioIds.tsx';
import { ViewCustomer } from './customers/view/ViewCustomer.tsx';

const DIALOGS = {
  view: ViewCustomer,
  'view-as': ViewAsCustomer,
  edit: EditCustomer,
  reset: ResetPassword,
  factor: RemoveSecondFactor,
  'api-keys': CustomerApiKeys,
  delete: DeleteCustomer,
  role: ChangeRole,
  'support-role': ChangeSupportRole,
  package: ChangeCustomerPackage,
  audit: CustomerAudit,
  'radio-ids': SpeakRadioIds,
  messages: CustomerMessages,
} as const;

/** The dialog and customer that the URL names. */
export function CustomerDialogs() {
  const { dialog, userId, close } = useAdminDialog();
  const Dialog = dialog && DIALOGS[dialog];
  return <>{Dialog && userId ? <Dialog key={userId} userId={userId} onClose={close} /> : null}</>;
}
