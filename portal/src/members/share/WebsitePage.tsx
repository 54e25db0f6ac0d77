import { EmbedCard } from '../../embed/EmbedCard.tsx';
import { SharePart } from './SharePart.tsx';

/** `/members/share/website`: the player for other sites. */
export const WebsitePage = () => (
  <SharePart name="Website" description="The player for your own website.">
    {(station) => <EmbedCard station={station} />}
  </SharePart>
);
