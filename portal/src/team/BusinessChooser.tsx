import type { Station } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import Building2 from 'lucide-react/icons/building-2';
import Check from 'lucide-react/icons/check';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import CircleUserRound from 'lucide-react/icons/circle-user-round';
import LogOut from 'lucide-react/icons/log-out';
import { useState } from 'react';
import { business, enterBusiness, leaveBusiness } from '../api/business.ts';
import { openClient } from '../api/client.ts';
import { ignoreNotFound } from '../api/failures.ts';
import { ACCOUNT_PATH } from '../api/member-paths.ts';
import { teamsQuery } from '../api/queries.ts';
import { AlertDialog } from '../ui/AlertDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import { ROLES } from './role-words.ts';

/** Chooses the business that the portal shows, for a person who belongs to teams. */
export function BusinessChooser({ station }: { station: Station | null | undefined }) {
  const { data: teams = [] } = useQuery(teamsQuery);
  const [isLeaving, setLeaving] = useState(false);
  if (teams.length === 0 && !business) return null;
  const tick = (isOn: boolean) =>
    isOn ? <Check aria-hidden="true" /> : <Building2 aria-hidden="true" />;
  const own = business ? 'Your own account' : (station?.station_name ?? 'Your own account');
  const items: MenuItem[] = [
    { label: own, icon: tick(!business), onSelect: () => business && leaveBusiness() },
    ...teams.map((team) => ({
      label: `${team.station_name} (${ROLES[team.role].name})`,
      icon: tick(team.business_id === business?.business_id),
      onSelect: () => enterBusiness(team),
    })),
    ...(business
      ? [
          {
            label: 'Your account settings',
            icon: <CircleUserRound aria-hidden="true" />,
            onSelect: () => leaveBusiness(ACCOUNT_PATH),
          },
          {
            label: `Leave the team of ${business.station_name}`,
            icon: <LogOut aria-hidden="true" />,
            onSelect: () => setLeaving(true),
            danger: true,
          },
        ]
      : []),
  ];
  const chosen = business;
  const shown = chosen?.station_name ?? own;
  return (
    <div className="min-w-0 max-lg:ms-auto lg:mt-5">
      <Menu
        trigger={
          <Button
            kind="secondary"
            size="small"
            className="max-w-full min-w-0 lg:w-full lg:justify-between"
          >
            <span className="sr-only">Choose the business. Now: </span>
            <span className="truncate">{shown}</span>
            <ChevronsUpDown aria-hidden="true" className="flex-none" />
          </Button>
        }
        items={items}
      />
      {chosen ? (
        <AlertDialog
          title={`Leave the team of ${chosen.station_name}?`}
          open={isLeaving}
          onOpenChange={setLeaving}
          action="Leave the team"
          busyText="Leaving..."
          failureText="You did not leave the team."
          onConfirm={async () => {
            await (await openClient()).me.teams.leave(chosen.id).catch(ignoreNotFound);
            leaveBusiness();
          }}
          danger
        >
          You can no longer act for this station. Your own account stays. To come back, you need
          another invitation.
        </AlertDialog>
      ) : null}
    </div>
  );
}
