import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { business } from '../api/business.ts';
import { CHANGE_PACKAGE_PATH } from '../api/member-paths.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { AnnouncementList } from './AnnouncementList.tsx';
import { announcementsQuery } from './queries.ts';
import { SayItNow } from './SayItNow.tsx';
import { isOwnAnnouncement } from './WhereFields.tsx';
import { momentInWords } from './time-words.ts';

/** Announcements of a station on air here: making them, and the list. */
export function Announcements() {
  const query = useQuery(announcementsQuery);
  const [draftId, setDraft] = useState<string>();
  return (
    <Loaded query={query} failure="Failed to load your announcements">
      {({ data, zone, an_hour, much_speech }) => {
        if (zone === null) return null;
        return (
          <>
            {an_hour === 0 ? (
              <NotInPackage />
            ) : (
              <SayItNow
                announcements={data}
                draftId={draftId}
                onDraft={setDraft}
                zone={zone}
                anHour={an_hour}
              />
            )}
            {much_speech === null ? null : (
              <Notice kind="neutral" title="There is much speech in one hour">
                In the hour from {momentInWords(much_speech.from, zone, query.dataUpdatedAt)},{' '}
                {much_speech.minutes} of 60 minutes are radio IDs, spots and announcements. Guests
                come for the music: consider fewer of them.
              </Notice>
            )}
            {an_hour === 0 && data.length === 0 ? null : (
              <AnnouncementList
                announcements={data.filter(
                  (one) => isOwnAnnouncement(one) && (one.id !== draftId || one.state !== 'draft'),
                )}
                zone={zone}
                onUse={setDraft}
              />
            )}
          </>
        );
      }}
    </Loaded>
  );
}

const NotInPackage = () => (
  <Card
    title="Say it now"
    description="Speak to your guests on your own station: happy hour, last orders, a birthday."
    aside={
      business ? undefined : (
        <ButtonLink to={CHANGE_PACKAGE_PATH} kind="secondary" size="small">
          See packages
        </ButtonLink>
      )
    }
  >
    <p className="text-muted">Announcements are part of Professional and Enterprise.</p>
  </Card>
);
