import type { SpokenId, Voice } from '@stationhouse/sdk/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../../api/client.ts';
import { ignoreNotFound } from '../../api/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState, Loaded } from '../../ui/Loaded.tsx';
import { toastFailure } from '../../ui/toast-failure.ts';
import { AudioPreview } from '../../uploads/AudioPreview.tsx';
import { CustomerCaption } from '../Customer.tsx';
import { invalidateAdmin } from '../queries.ts';
import { radioIdsQuery, voicesQuery } from './queries.ts';
import { ScriptCard } from './ScriptCard.tsx';

interface SpeakRadioIdsProps {
  userId: string;
  onClose: () => void;
}

/** The scripts of a customer's setup form: to be spoken, heard and accepted as radio IDs. */
export function SpeakRadioIds({ userId, onClose }: SpeakRadioIdsProps) {
  const radioIds = useQuery(radioIdsQuery(userId));
  const voices = useQuery(voicesQuery);
  return (
    <Dialog
      title="Spoken radio IDs"
      description={<CustomerCaption userId={userId} />}
      wide
      tall
      open
      onOpenChange={onClose}
    >
      <Loaded query={voices} failure="Failed to load the voices.">
        {(known) => (
          <Loaded query={radioIds} failure="Failed to load the radio IDs.">
            {({ data, default_voice_id }) => (
              <Scripts
                userId={userId}
                all={data}
                voices={known}
                defaultVoiceId={default_voice_id ?? ''}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Dialog>
  );
}

interface ScriptsProps {
  userId: string;
  all: readonly SpokenId[];
  voices: readonly Voice[];
  defaultVoiceId: string;
}

function Scripts({ userId, all, ...rest }: ScriptsProps) {
  const current = all.filter(({ is_outdated }) => !is_outdated);
  const outdated = all.filter(({ is_outdated }) => is_outdated);
  return (
    <div className="flex flex-col gap-6">
      {current.length === 0 ? (
        <EmptyState title="The setup form has no radio ID texts." />
      ) : (
        <ol className="flex flex-col gap-6">
          {current.map((spoken, at) => (
            <ScriptCard
              key={spoken.id}
              userId={userId}
              spoken={spoken}
              title={`Radio ID ${at + 1}`}
              {...rest}
            />
          ))}
        </ol>
      )}
      {outdated.length === 0 ? null : (
        <section aria-labelledby="outdated-radio-ids" className="flex flex-col gap-3">
          <h3 id="outdated-radio-ids" className="text-text">
            Outdated
          </h3>
          <p className="text-small text-muted">
            The customer has changed or removed these texts, and their radio IDs are still in use.
          </p>
          <ul className="flex flex-col">
            {outdated.map((spoken) => (
              <OutdatedId key={spoken.id} userId={userId} spoken={spoken} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function OutdatedId({ userId, spoken }: { userId: string; spoken: SpokenId }) {
  const queries = useQueryClient();
  const { id, script, accepted } = spoken;
  const removal = useMutation({
    mutationFn: async () => {
      const { admin } = await openClient();
      await admin.customers.radioIds.remove(userId, id).catch(ignoreNotFound);
      await invalidateAdmin(queries);
    },
    onError: toastFailure('The radio ID was not removed'),
  });
  return (
    <li className="flex flex-wrap items-start gap-3 border-b border-line py-3 last:border-0">
      {accepted ? (
        <AudioPreview
          name={script}
          url={accepted.audio_url}
          peaks={accepted.peaks ?? []}
          duration_seconds={accepted.duration_seconds ?? undefined}
        />
      ) : null}
      <Button
        kind="secondary"
        size="small"
        busy={removal.isPending}
        busyText="Removing..."
        onClick={() => removal.mutate()}
      >
        Remove<span className="sr-only"> {script}</span>
      </Button>
    </li>
  );
}
