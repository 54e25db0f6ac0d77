import type { AdminStation, CustomerDetails } from '@stationhouse/sdk/client';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/Button.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { Amount } from '../../ui/Money.tsx';
import { STATION_NAMES } from '../field-names.ts';
import { StatusBadge } from '../StatusBadge.tsx';
import { Fact, Facts, FactsPart, WebLink } from './Facts.tsx';

/** The station's data and the customer's setup form. */
export function StationFacts({ customer }: { customer: CustomerDetails }) {
  const { station } = customer;
  return (
    <>
      {station ? (
        <Station station={station} />
      ) : (
        <FactsPart title="Radio station">
          <p className="text-muted">No station yet.</p>
        </FactsPart>
      )}
      <SetupFacts customer={customer} />
    </>
  );
}

const moment = (time: string | null) => (time === null ? null : formatMoment(time));
const source = (address: string | null) => (address ? <WebLink address={address} /> : null);

function Station({ station }: { station: AdminStation }) {
  const amount = (cents: number | null) =>
    cents === null ? null : <Amount cents={cents} currency={station.currency} />;
  const named = (field: keyof typeof STATION_NAMES, known: ReactNode, isText = false) => (
    <Fact name={STATION_NAMES[field]} isText={isText}>
      {known}
    </Fact>
  );
  return (
    <FactsPart
      title="Radio station"
      aside={
        station.station_url === '' ? null : (
          <ButtonLink href={station.station_url} newTab kind="secondary" size="small">
            Visit Station
          </ButtonLink>
        )
      }
    >
      <Facts>
        {named('status', <StatusBadge status={station.status} />)}
        {named('station_name', station.station_name)}
        <Fact name="Address">{station.station_url}</Fact>
        <Fact name="Package">{station.package_name}</Fact>
        <Fact name="Monthly price">{amount(station.package_price)}</Fact>
        <Fact name="VAT">{amount(station.vat_amount)}</Fact>
        <Fact name="Total">{amount(station.total_amount)}</Fact>
        <Fact name="Purchased">{moment(station.purchased_at)}</Fact>
        <Fact name="Setup completed">{moment(station.setup_completed_at)}</Fact>
        {named('stream_url', source(station.stream_url))}
        {named('current_track_data', source(station.current_track_data))}
        {named('previous_track_data', source(station.previous_track_data))}
        {named('next_track_data', source(station.next_track_data))}
        {named(
          'radio_player_embed',
          station.radio_player_embed && (
            <code className="font-mono text-small whitespace-pre-wrap">
              {station.radio_player_embed}
            </code>
          ),
        )}
        {named('setup_notes', station.setup_notes, true)}
      </Facts>
    </FactsPart>
  );
}

const VOICES = { male: 'Male', female: 'Female' } as const;
const everyMinutes = (minutes: number | null) =>
  minutes === null ? null : `Every ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;

/** The setup form. */
function SetupFacts({ customer: { profile } }: { customer: CustomerDetails }) {
  const { radio_id_texts: texts, setup_form_submitted_at: submittedAt } = profile;
  return (
    <FactsPart title="Setup form">
      <Facts>
        <Fact name="Submitted">
          {profile.setup_form_submitted ? (moment(submittedAt) ?? 'Yes') : 'Not yet'}
        </Fact>
        <Fact name="Station name">{profile.station_name_request}</Fact>
        <Fact name="Voice">{VOICES[profile.voice_preference]}</Fact>
        <Fact name="Radio ID texts">
          {texts.length === 0 ? null : (
            <ol className="flex list-decimal flex-col gap-1 ps-5">
              {texts.map((text, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- texts may repeat, and the list never changes
                <li key={at} className="whitespace-pre-line">
                  {text}
                </li>
              ))}
            </ol>
          )}
        </Fact>
        <Fact name="Radio IDs">{everyMinutes(profile.radio_id_frequency)}</Fact>
        <Fact name="Announcements">{everyMinutes(profile.announcement_frequency)}</Fact>
        <Fact name="Spots per break">{profile.commercial_spots_per_break}</Fact>
      </Facts>
    </FactsPart>
  );
}
