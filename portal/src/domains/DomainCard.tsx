import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import {
  DOMAIN_PROBLEM_WORDS,
  setDomain,
  type DomainState,
  type StationDomain,
} from '@stationhouse/platform-api/contract/domains/calls';
import { OWN_DOMAIN_PACKAGES } from '@stationhouse/platform-api/contract/domains/values';
import type { Station } from '@stationhouse/sdk/client';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { openClient } from '../api/client.ts';
import { ignoreNotFound } from '../api/failures.ts';
import { AlertDialog } from '../ui/AlertDialog.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { formatDate } from '../ui/dates.ts';
import { Form, FormField } from '../ui/Form.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { toast } from '../ui/toast.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { useApiForm } from '../ui/use-api-form.ts';

/** While records are awaited, the page asks again after this many ms. */
const ASK_AGAIN_MS = 10_000;

const isAwaited = (domain: StationDomain | null | undefined): boolean =>
  domain?.state === 'pending' || domain?.state === 'connecting';

const domainQuery = queryOptions({
  queryKey: ['me', 'station', 'domain'],
  queryFn: async ({ signal }) =>
    (await (await openClient()).me.station.domain.get({ signal })).domain,
  refetchInterval: ({ state }) => (isAwaited(state.data) ? ASK_AGAIN_MS : false),
});

/** The station's own domain: entering it, its DNS records, and its state. */
export function DomainCard({ station }: { station: Station }) {
  const { package_name } = station;
  const domain = useQuery(domainQuery);
  const isIncluded = package_name !== null && OWN_DOMAIN_PACKAGES.includes(package_name);
  const state = domain.data?.state;
  return (
    <Card
      id="domain"
      title="Your own domain"
      description="Your station at an address that belongs to you, such as radio.your-business.com."
      aside={state === undefined ? undefined : <StateBadge state={state} />}
    >
      <Loaded query={domain} failure="Failed to load your domain">
        {(own) => {
          if (own) return <Connection domain={own} />;
          return isIncluded ? <EnterDomain /> : <NotIncluded />;
        }}
      </Loaded>
    </Card>
  );
}

function NotIncluded() {
  return (
    <p className="text-muted">
      {OWN_DOMAIN_PACKAGES.join(' and ')} include it. You can change your package under billing.
    </p>
  );
}

const BADGES: Record<DomainState, { kind: 'waiting' | 'good' | 'bad' | 'neutral'; words: string }> =
  {
    pending: { kind: 'waiting', words: 'Waiting for DNS' },
    connecting: { kind: 'waiting', words: 'Almost there' },
    active: { kind: 'good', words: 'Connected' },
    failing: { kind: 'bad', words: 'Needs a look' },
    lost: { kind: 'neutral', words: 'Disconnected' },
  };

function StateBadge({ state }: { state: DomainState }) {
  const { kind, words } = BADGES[state];
  return <Badge kind={kind}>{words}</Badge>;
}

function useSetDomain(): (domain: StationDomain | null) => void {
  const queries = useQueryClient();
  return (domain) => queries.setQueryData(domainQuery.queryKey, domain);
}

function EnterDomain() {
  const setCached = useSetDomain();
  const form = useApiForm({
    schema: setDomain.body,
    defaultValues: { domain: '' },
    async send({ domain }) {
      setCached((await (await openClient()).me.station.domain.set(domain)).domain);
    },
    failureTitle: 'Failed to save the domain',
  });
  return (
    <Form form={form} className="max-w-measure">
      <FormField
        form={form}
        name="domain"
        label="Domain"
        hint="Choose a name that you don’t use yet. Your website stays where it is."
        required
      >
        {(field) => (
          <TextInput
            {...field}
            placeholder="radio.your-business.com"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </FormField>
      <div>
        <Button type="submit" busy={form.isBusy} busyText="Saving...">
          Use this domain
        </Button>
      </div>
    </Form>
  );
}

function Connection({ domain }: { domain: StationDomain }) {
  const { state, url } = domain;
  const isServed = state === 'active' || state === 'failing';
  return (
    <>
      <p className="text-lead font-semibold wrap-anywhere">
        {isServed ? (
          <a href={url} target="_blank" rel="noopener" className="link">
            {domain.domain}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ) : (
          domain.domain
        )}
      </p>
      <StateNotice domain={domain} />
      {state === 'active' ? (
        <details>
          <summary className="link inline-block min-h-6 cursor-pointer">DNS records</summary>
          <Records domain={domain} />
        </details>
      ) : (
        <Records domain={domain} />
      )}
      <Acts domain={domain} />
    </>
  );
}

function StateNotice({
  domain: { state, problem, ends_at, checked_at },
}: {
  domain: StationDomain;
}) {
  if (state === 'active') {
    return (
      <p className="text-muted">
        Your station answers here. Its other address leads here, and so do links and new embeds.
      </p>
    );
  }
  if (state === 'failing' || state === 'lost') {
    return (
      <Notice
        kind="bad"
        title={
          state === 'failing' ? 'This domain needs a look' : 'This domain is disconnected for now'
        }
      >
        {problem === null ? null : DOMAIN_PROBLEM_WORDS[problem]} Your guests find your station at
        its other address.{' '}
        {ends_at === null ? null : `Without a change we disconnect it on ${formatDate(ends_at)}.`}
      </Notice>
    );
  }
  // Right after the domain was entered there is nothing to report.
  const isNew = checked_at === null || problem === 'records_missing';
  return (
    <Notice
      kind={problem === 'points_elsewhere' || problem === 'taken' ? 'bad' : 'neutral'}
      title={
        state === 'connecting' ? 'The records are right' : 'Make these records at your DNS provider'
      }
    >
      {isNew || problem === null
        ? 'We look every minute. You can close this page: we email you when it works.'
        : DOMAIN_PROBLEM_WORDS[problem]}
    </Notice>
  );
}

/** The DNS records to make, each with its lamp: lit once it is found. */
function Records({ domain: { records, addresses } }: { domain: StationDomain }) {
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col gap-3 pt-1">
        {records.map((record) => (
          <li
            key={record.type}
            className="grid gap-x-6 gap-y-3 rounded-card border border-line p-4 sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)]"
          >
            <RecordPart name="Type">
              <span className="font-mono">{record.type}</span>
              <span className="mt-1 flex items-center gap-2 text-small font-normal text-muted">
                {record.is_found ? (
                  <Check aria-hidden="true" strokeWidth={2.5} className="size-4 text-good" />
                ) : (
                  <Clock aria-hidden="true" className="size-4" />
                )}
                {record.is_found ? 'Found' : 'Not found yet'}
              </span>
            </RecordPart>
            <RecordPart name="Name">
              <CopyableValue what={`name of the ${record.type} record`} value={record.name} />
            </RecordPart>
            <RecordPart name="Value">
              <CopyableValue what={`value of the ${record.type} record`} value={record.value} />
            </RecordPart>
          </li>
        ))}
      </ul>
      <p className="max-w-measure text-small text-muted">
        Some providers add the end of the name themselves. Then enter only the part before your
        domain.
        {addresses.length === 0
          ? null
          : ` If yours allows no CNAME record for this name, make an A record with the value ${addresses.join(' and ')} instead.`}
      </p>
    </div>
  );
}

function RecordPart({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="text-small text-muted">{name}</p>
      <div className="mt-0.5 font-semibold">{children}</div>
    </div>
  );
}

function CopyableValue({ what, value }: { what: string; value: string }) {
  return (
    <div className="flex items-start justify-between gap-2">
      <span className="font-mono text-small leading-relaxed font-medium wrap-anywhere select-all">
        {value}
      </span>
      <CopyButton
        kind="quiet"
        size="small"
        className="-my-1.5"
        text={value}
        byHand="Select it and copy it by hand."
      >
        <span className="sr-only">Copy the {what}</span>
      </CopyButton>
    </div>
  );
}

function Acts({ domain }: { domain: StationDomain }) {
  const setCached = useSetDomain();
  const check = useMutation({
    mutationFn: async () => (await (await openClient()).me.station.domain.check()).domain,
    onSuccess(checked) {
      setCached(checked);
      if (checked?.state === 'active') toast({ title: 'Your domain works', kind: 'good' });
    },
    onError: toastFailure('Failed to check the domain'),
  });
  const remove = async () => {
    await (await openClient()).me.station.domain.remove().catch(ignoreNotFound);
    setCached(null);
    toast({ title: 'Domain removed', description: domain.domain, kind: 'good' });
  };
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        kind="secondary"
        size="small"
        busy={check.isPending}
        busyText="Checking..."
        onClick={() => check.mutate()}
      >
        Check now
      </Button>
      <AlertDialog
        title={`Remove ${domain.domain}?`}
        trigger={
          <Button kind="quiet" size="small">
            Remove domain
          </Button>
        }
        action="Remove domain"
        busyText="Removing..."
        failureText="Failed to remove the domain."
        onConfirm={remove}
        focusAfter={() => document.getElementById('domain')}
        danger
      >
        Your station’s other address serves it again at once. Links to this domain stop working.
      </AlertDialog>
    </div>
  );
}
