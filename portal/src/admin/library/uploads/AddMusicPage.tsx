import { AdminArea } from '../../AdminArea.tsx';
import { AddMusic } from './AddMusic.tsx';

/** `/admin/library/add` */
export const AddMusicPage = () => (
  <AdminArea
    title="Add music"
    description="Files and folders of music for the library, sent in parts."
    heading="Add music"
  >
    <AddMusic />
  </AdminArea>
);
