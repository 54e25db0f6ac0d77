import { MAX_PROOF_DAYS, type SpotKind } from '@stationhouse/platform-api/contract/proof/values';
import type { ProofSummary, Spot } from '@stationhouse/sdk/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { openClient } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { formatDate } from '../ui/dates.ts';
import { Field } from '../ui/Field.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { EmptyState, Loaded } from '../ui/Loaded.tsx';
import { Select } from '../ui/Select.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';
import { proofsQuery, spotsQuery } from './queries.ts';
import { dateIn } from './zone-times.ts';
import { DAY_MS } from '@stationhouse/platform-api/contract/time';

const KINDS: Record<SpotKind, string> = {
  announcement: 'Announcement',
  commercial_spot: 'Commercial',
};

/** Proofs of play: choose a spot and days, and send the page to an advertiser. */
export function SpotProofs({ zone }: { zone: string }) {
  const query = useQuery(spotsQuery);
  return (
    <Card
      title="Proof of play"
      description="A signed page for your advertiser: when a spot aired, in which of your locations it was heard, and how many listened."
    >
      <Loaded query={query} failure="Failed to load your spots">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No spot has aired yet">
              Announcements and commercials appear here once they have been on air.
            </EmptyState>
          ) : (
            <ChosenSpot spots={data} zone={zone} />
          )
        }
      </Loaded>
    </Card>
  );
}

function ChosenSpot({ spots, zone }: { spots: readonly Spot[]; zone: string }) {
  const [chosen, setChosen] = useState(spots[0]?.id ?? '');
  const spot = spots.find(({ id }) => id === chosen) ?? spots[0];
  if (!spot) return null;
  return (
    <>
      <Field label="Spot" className="max-w-md">
        <Select
          value={spot.id}
          choices={spots.map(({ id, title, kind }) => ({
            value: id,
            label: `${title} (${KINDS[kind].toLowerCase()})`,
          }))}
          onChange={({ target }) => setChosen(target.value)}
        />
      </Field>
      {spot.last_aired_at === null ? null : <MakeProof key={spot.id} spot={spot} zone={zone} />}
      <Proofs spot={spot} />
    </>
  );
}

const rules = z.object({
  from: z.iso.date('Please choose a day.'),
  to: z.iso.date('Please choose a day.'),
});

function MakeProof({ spot, zone }: { spot: Spot; zone: string }) {
  const queries = useQueryClient();
  const [yesterday] = useState(() => dateIn(zone, Date.now() - DAY_MS));
  const form = useApiForm({
    schema: rules,
    // The month so far, or the one before on its first day.
    defaultValues: { from: `${yesterday.slice(0, 8)}01`, to: yesterday },
    async send(days) {
      const { me } = await openClient();
      const { number } = await me.spots.prove(spot.id, days);
      toast({ title: `Proof ${number} is ready`, description: spot.title, kind: 'good' });
      await queries.invalidateQueries({ queryKey: spotsQuery.queryKey });
    },
    failureTitle: 'The proof was not made',
  });
  return (
    <Form form={form} className="max-w-md">
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField form={form} name="from" label="From" required>
          {(field) => <TextInput {...field} type="date" max={yesterday} />}
        </FormField>
        <FormField
          form={form}
          name="to"
          label="To"
          hint={`Inclusive. At most ${MAX_PROOF_DAYS} days.`}
          required
        >
          {(field) => <TextInput {...field} type="date" max={yesterday} />}
        </FormField>
      </div>
      <Button type="submit" busy={form.isBusy} busyText="Making..." className="self-start">
        Make a proof
      </Button>
    </Form>
  );
}

function Proofs({ spot }: { spot: Spot }) {
  const query = useQuery(proofsQuery(spot.id));
  return (
    <Loaded query={query} failure="Failed to load the proofs">
      {({ data }) =>
        data.length === 0 ? null : (
          <ul className="flex flex-col border-t border-line">
            {data.map((proof) => (
              <Proof key={proof.id} proof={proof} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

/** The days of a proof: '1 November 2026 – 30 November 2026'. */
const daysOf = ({ from, to }: ProofSummary): string =>
  from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`;

function Proof({ proof }: { proof: ProofSummary }) {
  const { number, due, aired, made_at, page_url } = proof;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3">
      <div className="min-w-0">
        <p className="font-semibold">
          <a href={page_url} target="_blank" rel="noreferrer" className="link">
            Proof {number}: {daysOf(proof)}
          </a>
        </p>
        <p className="text-small text-muted">
          Aired {aired} of {due} times. Made on {formatDate(made_at)}.
        </p>
      </div>
      <CopyButton
        text={page_url}
        byHand="Open the proof and copy its address yourself."
        size="small"
      >
        Copy link
      </CopyButton>
    </li>
  );
}
