import { ADMIN_ERRORS } from '@stationhouse/platform-api/contract/admin/errors';
import { useQuery } from '@tanstack/react-query';
import { serviceQuery } from '../api/service.ts';
import { formatMoment } from './dates.ts';
import { Notice } from './Notice.tsx';

/** Maintenance and planned work, above the page. Nothing while there is neither. */
export function ServiceBanner({ className }: { className?: string }) {
  const { data } = useQuery(serviceQuery);
  const work = data?.planned_work;
  if (data?.isInMaintenance) {
    return (
      <div role="status" className={className}>
        <Notice kind="attention" title={ADMIN_ERRORS.maintenance.title}>
          {ADMIN_ERRORS.maintenance.detail}
          {work ? ` It should end on ${formatMoment(work.ends_at)}.` : null}
        </Notice>
      </div>
    );
  }
  if (!work) return null;
  return (
    <div role="status" className={className}>
      <Notice kind="neutral" title={work.message}>
        Planned from {formatMoment(work.starts_at)} to {formatMoment(work.ends_at)}, in your time
        zone.
      </Notice>
    </div>
  );
}
