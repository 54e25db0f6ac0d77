import { useQuery } from '@tanstack/react-query';
import { meQuery, stationQuery } from '../api/queries.ts';
import { TEAM_PATH } from '../api/member-paths.ts';
import { supportView } from '../api/support-view.ts';
import { DomainCard } from '../domains/DomainCard.tsx';
import { AccountSettings } from '../settings/AccountSettings.tsx';
import { ConfirmEmail } from '../settings/ChangeEmail.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { MemberPage } from './MemberPage.tsx';

/** `/members/account`: the account settings, and the own domain of the station. */
export function AccountPage() {
  const { data: me } = useQuery(meQuery);
  const { data: station } = useQuery(stationQuery);
  return (
    <MemberPage
      title="Account"
      description="Your contact details, how you sign in, and the data that we hold about you."
    >
      {me ? <ConfirmEmail user={me.user} isCustomer={Boolean(station)} /> : null}
      <AccountSettings />
      {station && !supportView ? (
        <Card
          title="Team"
          description="Let others work for your station, without your password."
          aside={
            <ButtonLink to={TEAM_PATH} kind="secondary" size="small">
              Open your team
            </ButtonLink>
          }
        />
      ) : null}
      {station ? <DomainCard station={station} /> : null}
    </MemberPage>
  );
}
