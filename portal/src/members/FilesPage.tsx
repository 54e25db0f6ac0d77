import { UploadCard } from '../uploads/UploadCard.tsx';
import { MemberPage, OfStation } from './MemberPage.tsx';

/** `/members/files`: the member's own recordings. */
export function FilesPage() {
  return (
    <MemberPage
      title="Files"
      description="Your radio IDs, commercial spots and announcements."
      lead="Your own recordings, as MP3. Our team puts them on air."
    >
      <OfStation>
        {({ package_name }) => (
          <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
            <UploadCard kind="radio_id" packageName={package_name} />
            <UploadCard kind="commercial" packageName={package_name} />
          </div>
        )}
      </OfStation>
    </MemberPage>
  );
}
