import { Navigate, useLocation } from 'react-router-dom';
import { ForMembers } from '../../../auth/ForMembers.tsx';
import { AdminArea, DESK_PAGE } from '../../AdminArea.tsx';
import { Music } from './Music.tsx';

/** `/admin/library` */
export const MusicPage = () => (
  <AdminArea
    title="Library"
    description="The music library: search, filters, tags and covers of all tracks, and how they sound."
    heading="Library"
  >
    <Music />
  </AdminArea>
);

/** `/admin/music`, the older address of the library. */
export const MovedMusicPage = () => {
  const { search } = useLocation();
  return (
    <ForMembers className={DESK_PAGE}>
      <Navigate to={{ pathname: '/admin/library', search }} replace />
    </ForMembers>
  );
};
