import type { Profile, Station } from '@stationhouse/sdk/client';
import Play from 'lucide-react/icons/play';
import { Lamp } from '../ui/Lamp.tsx';
import { Picture } from '../ui/Picture.tsx';

interface PagePreviewProps {
  station: Station;
  profile: Profile;
}

/** The station's page on a phone, drawn with the name and logo of the setup form. */
export function PagePreview({ station, profile }: PagePreviewProps) {
  const name = profile.station_name_request?.trim() || station.station_name;
  const logo = profile.station_logo_url ?? station.station_logo_url;
  return (
    <figure className="mx-auto w-full max-w-60">
      <div
        aria-hidden="true"
        className="flex flex-col gap-4 rounded-[1.75rem] border-[6px] border-ink bg-background px-4 pt-5 pb-6"
      >
        <div className="flex items-center gap-2.5">
          {logo ? (
            <Picture
              src={logo}
              alt=""
              width={36}
              height={36}
              fit="contain"
              className="size-9 rounded-small"
            />
          ) : null}
          <p className="line-clamp-2 min-w-0 flex-1 font-heading leading-tight font-bold">{name}</p>
        </div>
        <Picture
          src={null}
          alt=""
          width={200}
          height={200}
          className="aspect-square w-full rounded-small border border-line"
        />
        <div className="flex items-center justify-between gap-3">
          <div className="flex-1 space-y-1.5">
            <span className="block h-2.5 w-4/5 rounded-full bg-line" />
            <span className="block h-2 w-1/2 rounded-full bg-line" />
          </div>
          <span className="grid size-11 place-items-center rounded-full bg-primary text-on-primary">
            <Play fill="currentColor" className="ms-0.5 size-5" />
          </span>
        </div>
        <p className="flex items-center gap-2 text-[0.6875rem] font-semibold text-muted">
          <Lamp on={false} />
          On air soon
        </p>
      </div>
      <figcaption className="mt-3 text-center text-small text-muted">
        A preview of your page
        <span className="block wrap-anywhere">
          {station.station_url.replace(/^https?:\/\//, '')}
        </span>
      </figcaption>
    </figure>
  );
}
