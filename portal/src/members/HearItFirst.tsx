import { MAX_MESSAGE_LENGTH } from '@stationhouse/platform-api/contract/messages/values';
import { RequestFailed, type Approval } from '@stationhouse/sdk/client';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openClient } from '../api/client.ts';
import { ItemList } from '../programme/ItemList.tsx';
import { AudioPreview } from '../uploads/AudioPreview.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { TextArea } from '../ui/TextInput.tsx';
import { toastFailure } from '../ui/toast-failure.ts';

const approvalQuery = queryOptions({
  queryKey: ['me', 'approval'],
  queryFn: async ({ signal }) => (await openClient()).me.station.approval({ signal }),
});

/** The radio IDs and the first hour before the first air: yes, or what to change. */
export function HearItFirst({ isStarter }: { isStarter: boolean }) {
  const { data } = useQuery(approvalQuery);
  if (!data || data.zone === null) return null;
  const { state, changes, items, radio_ids, audio_urls, zone } = data;
  return (
    <Card
      title="Hear it first"
      description={
        isStarter
          ? 'This is your starter programme: music for a place like yours. Our team builds your own one meanwhile. Say yes to put this one on air now.'
          : 'This is how your station sounds. Listen, then say yes, or what to change.'
      }
    >
      {state === 'approved' ? (
        <Notice kind="good" title="You said yes">
          Our team puts your station on air.
        </Notice>
      ) : null}
      {state === 'changes_wanted' ? (
        <Notice kind="neutral" title="Our team is changing it">
          You asked: {changes}. We ask you again once it is done.
        </Notice>
      ) : null}
      {/* Before the list, which is longer than a screen. */}
      {state === 'approved' ? null : <Answer state={state} />}
      {radio_ids.length === 0 ? null : (
        <section aria-label="Radio IDs" className="flex flex-col gap-3">
          <h3>Radio IDs</h3>
          {radio_ids.map(({ item_id, title }) => (
            <div key={item_id} className="flex">
              <AudioPreview name={title} url={audio_urls[item_id] ?? ''} />
            </div>
          ))}
        </section>
      )}
      <section aria-label="The first hour" className="flex flex-col gap-2">
        <h3>The first hour</h3>
        <ItemList items={items} zone={zone} audioUrls={audio_urls} />
      </section>
    </Card>
  );
}

function Answer({ state }: Pick<Approval, 'state'>) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const answer = useMutation({
    mutationFn: async (changes: string | null) =>
      (await openClient()).me.station.answerApproval(changes),
    onSuccess(approval) {
      setOpen(false);
      queries.setQueryData(approvalQuery.queryKey, approval);
    },
    onError(failure) {
      const fault = failure instanceof RequestFailed ? failure.errors[0]?.message : undefined;
      setError(fault);
      if (fault === undefined) toastFailure('Your answer was not sent')(failure);
    },
  });
  if (isOpen) {
    return (
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          answer.mutate(text);
        }}
      >
        <Field label="What should we change?" error={error}>
          <TextArea
            rows={3}
            maxLength={MAX_MESSAGE_LENGTH / 2}
            placeholder="Less jazz before noon, and say our name as “Blue Cafay”."
            value={text}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              setError(undefined);
            }}
          />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={answer.isPending} busyText="Sending...">
            Send
          </Button>
          <Button kind="quiet" onClick={() => setOpen(false)}>
            Cancel
          </Button>
        </div>
      </form>
    );
  }
  return (
    <div className="flex flex-wrap gap-3">
      <Button busy={answer.isPending} busyText="Sending..." onClick={() => answer.mutate(null)}>
        Yes, put it on air
      </Button>
      <Button kind="secondary" onClick={() => setOpen(true)}>
        {state === 'changes_wanted' ? 'Change something else' : 'Change something'}
      </Button>
    </div>
  );
}
