import { useEffect, useState } from 'react';
import type { ListenerPage } from './listener-page.ts';

const MINUTE_MS = 60_000;

/** Of the ring, in the units of its view box. */
const RADIUS = 57;
const AROUND = 2 * Math.PI * RADIUS;

/** The form of the station's sleeve over the whole window. */
export function SleeveForm({ form }: Pick<ListenerPage, 'form'>) {
  if (!form) return null;
  return (
    <svg
      className="sleeve-form"
      viewBox="0 0 100 100"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path d={form.path} transform={`rotate(${form.turn} 50 50)`} />
    </svg>
  );
}

/** When a station that is being built is on air at the latest, as a ring that closes around the logo, and a date for the calendar. */
export function Soon({ page }: { page: ListenerPage }) {
  const { coming, labels, app_path, lang } = page;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const { asked_at, on_air_by } = coming ?? {};
  if (asked_at === undefined || on_air_by === undefined) return null;
  const [from, to] = [Date.parse(asked_at), Date.parse(on_air_by)];
  const left = Math.max(to - now, 0);
  const hours = Math.max(Math.ceil(left / (60 * MINUTE_MS)), 1);
  return (
    <div className="soon">
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <circle cx="60" cy="60" r={RADIUS} />
        <circle
          className="passed"
          cx="60"
          cy="60"
          r={RADIUS}
          strokeDasharray={AROUND.toFixed(1)}
          strokeDashoffset={((AROUND * left) / (to - from)).toFixed(1)}
        />
      </svg>
      <p>{labels.on_air_within.replace('{hours}', inWords(hours, lang))}</p>
      {app_path !== undefined && <a href={`${app_path}/start.ics`}>{labels.tell_me}</a>}
    </div>
  );
}

const inWords = (hours: number, lang: string): string =>
  new Intl.NumberFormat(lang, { style: 'unit', unit: 'hour', unitDisplay: 'long' }).format(hours);
