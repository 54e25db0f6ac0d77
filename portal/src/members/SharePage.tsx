import { DomainCard } from '../domains/DomainCard.tsx';
import { EmbedCard } from '../embed/EmbedCard.tsx';
import { LookCard } from '../stations/LookCard.tsx';
import { WebRadioPageCard } from '../stations/WebRadioPageCard.tsx';
import { MemberPage, OfStation } from './MemberPage.tsx';

/** `/members/share`: the station's page, and the player for other sites. */
export function SharePage() {
  return (
    <MemberPage
      title="Share & embed"
      description="Your station’s page, and the player for your own website."
      lead="Your station’s page, and the player for your own website."
    >
      <OfStation>
        {(station) => (
          <>
            <WebRadioPageCard station={station} />
            <LookCard station={station} />
            <DomainCard station={station} />
            <EmbedCard station={station} />
          </>
        )}
      </OfStation>
    </MemberPage>
  );
}
