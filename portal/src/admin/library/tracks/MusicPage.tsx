import { AdminArea } from '../../AdminArea.tsx';
import { Music } from './Music.tsx';

/** `/admin/music` */
export const MusicPage = () => (
  <AdminArea
    title="Music"
    description="The music library: search, filters, tags and covers of all tracks, and how they sound."
    heading="Music"
  >
    <Music />
  </AdminArea>
);
