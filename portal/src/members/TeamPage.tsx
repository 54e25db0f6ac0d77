import ChevronLeft from 'lucide-react/icons/chevron-left';
import { ACCOUNT_PATH } from '../api/member-paths.ts';
import { TeamCards } from '../team/TeamCards.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { MemberPage, OfStation } from './MemberPage.tsx';

/** `/members/team`: the people who work for the member's business. */
export function TeamPage() {
  return (
    <MemberPage
      title="Team"
      description="The people who work for your station, and what they may do."
      lead="Let others make announcements, close the station for holidays or look after everything. Each signs in with an account of their own."
      back={
        <ButtonLink to={ACCOUNT_PATH} kind="quiet" size="small" className="mb-1 -ms-3 md:-ms-3.5">
          <ChevronLeft aria-hidden="true" />
          Account
        </ButtonLink>
      }
    >
      <OfStation>{() => <TeamCards />}</OfStation>
    </MemberPage>
  );
}
