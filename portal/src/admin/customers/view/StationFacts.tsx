import { wishesInWords } from '@stationhouse/platform-api/contract/setup/music-wishes';
import type { AdminStation, CustomerDetails } from '@stationhouse/sdk/client';
import type { ReactNode } from 'react';
import { Badge } from '../../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { Amount } from '../../../ui/Money.tsx';
import { scheduleLink, useAdminDialog } from '../../admin-address.ts';
import { useIsAdmin } from '../../queries.ts';
import { CustomerLink } from '../../Customer.tsx';
import { deliveriesOf, DELIVERY_NAMES, STATION_NAMES } from '../../field-names.ts';
import { StatusBadge } from '../../StatusBadge.tsx';
import { Fact, Facts, FactsPart, WebLink } from './Facts.tsx';
import { RadioIdTexts } from '../../RadioIdTexts.tsx';

/** The station's data and the customer's setup form. */
export function StationFacts({ customer }: { customer: CustomerDetails }) {
  const { station } = customer;
  return (
    <>
      {station ? (
        <Station station={station} customer={customer} />
      ) : (
        <FactsPart title="Radio station">
          <p className="text-muted">No station yet.</p>
        </FactsPart>
      )}
      {station ? <DeliveryFacts station={station} /> : null}
      <SetupFacts customer={customer} hasLinks />
    </>
  );
}

const moment = (time: string | null) => (time === null ? null : formatMoment(time));
const source = (address: string | null) => (address ? <WebLink address={address} /> : null);

function Station({ station, customer }: { station: AdminStation; customer: CustomerDetails }) {
  const { open } = useAdminDialog();
  const isAdmin = useIsAdmin();
  const { next_package_name: nextPackage } = customer;
  const userId = customer.user.id;
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
        <span className="flex flex-wrap gap-2">
          {isAdmin ? (
            <ButtonLink to={scheduleLink(userId)} kind="secondary" size="small">
              Schedule
            </ButtonLink>
          ) : null}
          {station.station_url === '' ? null : (
            <ButtonLink href={station.station_url} newTab kind="secondary" size="small">
              Visit Station
            </ButtonLink>
          )}
        </span>
      }
    >
      <Facts>
        {named('status', <StatusBadge status={station.status} />)}
        {named('station_name', station.station_name)}
        <Fact name="Address">{station.station_url}</Fact>
        <Fact name="Package">
          {station.package_name === null ? null : (
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span>
                {station.package_name}
                {nextPackage === null ? '' : `, then ${nextPackage}`}
              </span>
              {isAdmin ? (
                <Button kind="secondary" size="small" onClick={() => open('package', userId)}>
                  Change package
                </Button>
              ) : null}
            </span>
          )}
        </Fact>
        <Fact name="First month">{amount(station.package_price)}</Fact>
        <Fact name="VAT">{amount(station.vat_amount)}</Fact>
        <Fact name="First payment">{amount(station.total_amount)}</Fact>
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
        <Fact name="Message on screens" isText>
          {station.wall_message?.text}
        </Fact>
        {named('setup_notes', station.setup_notes, true)}
      </Facts>
    </FactsPart>
  );
}

const DELIVERY_KINDS = { due: 'attention', in_work: 'waiting', delivered: 'good' } as const;

/** The website and the apps that the package includes: how far they are, and their links. */
function DeliveryFacts({ station }: { station: AdminStation }) {
  const deliveries = deliveriesOf(station);
  if (deliveries.length === 0) return null;
  return (
    <FactsPart title="Website and apps">
      <Facts>
        {deliveries.map(({ state, links }) => (
          <Fact key={state} name={STATION_NAMES[state]}>
            <Badge kind={DELIVERY_KINDS[station[state]]}>{DELIVERY_NAMES[station[state]]}</Badge>
            {links.map((link) =>
              station[link] ? (
                <span key={link} className="block">
                  <WebLink address={station[link]} />
                </span>
              ) : null,
            )}
          </Fact>
        ))}
      </Facts>
    </FactsPart>
  );
}

const VOICES = { male: 'Male', female: 'Female' } as const;
const everyMinutes = (minutes: number | null) =>
  minutes === null ? null : `Every ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;

interface SetupFactsProps {
  customer: CustomerDetails;
  /** With links to other dialogs. */
  hasLinks?: boolean;
}

/** The setup form of the customer. */
export function SetupFacts({ customer: { profile }, hasLinks = false }: SetupFactsProps) {
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
            <>
              <RadioIdTexts texts={texts} />
              {hasLinks ? (
                <CustomerLink
                  userId={profile.user_id}
                  dialog="radio-ids"
                  className="link mt-2 block w-fit"
                >
                  Speak the radio IDs
                </CustomerLink>
              ) : null}
            </>
          )}
        </Fact>
        <Fact name="Radio IDs">{everyMinutes(profile.radio_id_frequency)}</Fact>
        <Fact name="Announcements">{everyMinutes(profile.announcement_frequency)}</Fact>
        <Fact name="Spots per break">{profile.commercial_spots_per_break}</Fact>
        {wishesInWords(profile.music_wishes).map(([name, text]) => (
          <Fact key={name} name={name}>
            {text}
          </Fact>
        ))}
      </Facts>
    </FactsPart>
  );
}
