import type { Customer } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Eye from 'lucide-react/icons/eye';
import History from 'lucide-react/icons/history';
import KeyRound from 'lucide-react/icons/key-round';
import Pencil from 'lucide-react/icons/pencil';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldOff from 'lucide-react/icons/shield-off';
import Trash from 'lucide-react/icons/trash-2';
import { meQuery } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { customerName } from '../customer-name.ts';
import { useDeskDialog } from '../desk-address.ts';

/** All that can be done about one customer. */
export function RowMenu({ customer }: { customer: Customer }) {
  const { open } = useDeskDialog();
  const { data: me } = useQuery(meQuery);
  const { user_id, role, email } = customer;
  const isAdmin = role === 'admin';
  const items: MenuItem[] = [
    { label: 'View', icon: <Eye />, onSelect: () => open('view', user_id) },
    { label: 'Edit', icon: <Pencil />, onSelect: () => open('edit', user_id) },
    { label: 'History', icon: <History />, onSelect: () => open('audit', user_id) },
    {
      label: 'Send Password Reset',
      icon: <KeyRound />,
      onSelect: () => open('reset', user_id),
      // Who signs in by phone has no address that a mail could go to.
      disabled: email === null,
    },
    {
      label: isAdmin ? 'Remove Admin' : 'Make Admin',
      icon: isAdmin ? <ShieldOff /> : <ShieldCheck />,
      onSelect: () => open('role', user_id),
    },
    {
      label: 'Delete',
      icon: <Trash />,
      onSelect: () => open('delete', user_id),
      danger: true,
      // One's own account is deleted in its settings.
      disabled: user_id === me?.user.id,
    },
  ];
  return (
    <Menu
      items={items}
      trigger={
        <Button
          kind="quiet"
          size="small"
          className="-me-2 md:pointer-fine:-me-3.5"
          aria-label={`Actions for ${customerName(customer)}`}
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    />
  );
}
