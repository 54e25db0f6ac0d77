import { sendMyMessage } from '@stationhouse/platform-api/contract/messages/calls';
import { MAX_MESSAGE_LENGTH } from '@stationhouse/platform-api/contract/messages/values';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../ui/Button.tsx';
import { Form, FormField } from '../ui/Form.tsx';
import { TextArea } from '../ui/TextInput.tsx';
import { useApiForm } from '../ui/use-api-form.ts';
import type { ThreadSource } from './queries.ts';

/** The field to write the next message of a thread. */
export function Composer({ source }: { source: ThreadSource }) {
  const queries = useQueryClient();
  const form = useApiForm({
    schema: sendMyMessage.body,
    defaultValues: { body: '' },
    async send({ body }) {
      await source.send(body);
      form.fields.reset();
      await queries.invalidateQueries({ queryKey: source.key.slice(0, 2) });
    },
    failureTitle: 'Your message was not sent',
  });
  return (
    <Form form={form} className="gap-3 border-t border-line pt-5">
      <FormField form={form} name="body" label="Your message">
        {(field) => (
          <TextArea {...field} rows={3} maxLength={MAX_MESSAGE_LENGTH} className="min-h-24!" />
        )}
      </FormField>
      <Button
        type="submit"
        busy={form.isBusy}
        busyText="Sending..."
        className="self-end max-sm:w-full"
      >
        Send
      </Button>
    </Form>
  );
}
