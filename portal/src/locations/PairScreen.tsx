import { PAIRING_CODE_LENGTH } from '@stationhouse/platform-api/contract/locations/values';
import { pairPlayer } from '@stationhouse/platform-api/contract/locations/calls';
import type { Location } from '@stationhouse/sdk/client';
import { useQueryClient } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { toast } from '../ui/toast.ts';
import { useApiForm } from '../ui/use-api-form.ts';
import { locationsQuery } from './queries.ts';

interface PairScreenProps {
  location: Pick<Location, 'id' | 'name'>;
  /** From the QR code of a screen; '' to be typed. */
  code?: string;
  /** The address to open on the screen. */
  address: string;
  onDone?: (() => void) | undefined;
}

/** Pairs the screen that shows a code with a location. */
export function PairScreen({ location, code = '', address, onDone }: PairScreenProps) {
  const queries = useQueryClient();
  const form = useApiForm({
    schema: pairPlayer.body,
    defaultValues: { pairing_code: code },
    failureTitle: 'The screen was not paired',
    async send({ pairing_code }) {
      await (await openClient()).me.locations.pairPlayer(location.id, pairing_code);
      toast({
        title: 'Screen paired',
        description: `It plays for ${location.name} within seconds.`,
        kind: 'good',
      });
      form.fields.reset({ pairing_code: '' });
      await queries.invalidateQueries({ queryKey: locationsQuery.queryKey });
      onDone?.();
    },
  });
  return (
    <Form form={form} className="max-w-xl">
      <p className="text-small text-muted">
        Open <span className="font-semibold wrap-anywhere text-ink select-all">{address}</span> on
        the tablet, computer or TV in {location.name}. It shows a code. Scan it with your phone, or
        type it here.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <FormField form={form} name="pairing_code" label="Code on the screen">
          {(field) => (
            <TextInput
              {...field}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={PAIRING_CODE_LENGTH + 2}
              className="w-44 font-semibold tracking-[0.2em] uppercase"
            />
          )}
        </FormField>
        <Button type="submit" busy={form.isBusy} busyText="Pairing...">
          Pair
        </Button>
      </div>
    </Form>
  );
}
