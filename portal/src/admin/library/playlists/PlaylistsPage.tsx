import { AdminArea } from '../../AdminArea.tsx';
import { Playlists } from './Playlists.tsx';

/** `/admin/playlists` */
export const PlaylistsPage = () => (
  <AdminArea
    title="Playlists"
    description="Playlists of the music library: by hand and by rule, with all of their versions."
    heading="Playlists"
  >
    <Playlists />
  </AdminArea>
);
