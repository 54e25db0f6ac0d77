import { RENEW_DAYS } from '@stationhouse/platform-api/contract/library/values';
import { requiredLine } from '@stationhouse/platform-api/contract/fields';
import type { PlaylistRule } from '@stationhouse/sdk/client';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { openClient } from '../../../api/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Form, FormField, FormNotice } from '../../../ui/Form.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextArea, TextInput } from '../../../ui/TextInput.tsx';
import { useApiForm, type ApiForm } from '../../../ui/use-api-form.ts';
import { invalidateLibrary } from '../tracks/queries.ts';
import { RuleFields } from './RuleFields.tsx';
import { RulePreview } from './RulePreview.tsx';

const settings = {
  name: requiredLine('Please give the playlist a name.'),
  notes: z.string().trim(),
  is_in_order: z.boolean(),
  is_renewed: z.boolean(),
};
export const settingsRules = z.object(settings);
export type Settings = z.infer<typeof settingsRules>;

const rules = z.object({ ...settings, made: z.enum(['rule', 'hand']) });

/** Creates a playlist by a rule, which is previewed, or one whose tracks are then chosen by hand. */
export function NewPlaylist({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [rule, setRule] = useState<PlaylistRule>({});
  const form = useApiForm<z.infer<typeof rules>, z.infer<typeof rules>>({
    schema: rules,
    defaultValues: { name: '', notes: '', is_in_order: false, is_renewed: false, made: 'rule' },
    async send({ made, ...values }) {
      const { playlists } = (await openClient()).admin.library;
      const content = made === 'rule' ? { rule } : { track_ids: [] };
      const { id } = await playlists.create({ ...values, ...content });
      await invalidateLibrary(queries);
      onClose();
      void navigate(`/admin/playlists?playlist=${id}`);
    },
    failureTitle: 'Failed to create the playlist',
  });
  return (
    <SettingsDialog
      title="New playlist"
      wide
      form={form}
      action="Create"
      busyText="Creating..."
      onClose={onClose}
    >
      <FormField form={form} name="made" label="Tracks">
        {(field) => (
          <Select
            {...field}
            choices={[
              { value: 'rule', label: 'By a rule, such as genre and energy' },
              { value: 'hand', label: 'Chosen by hand' },
            ]}
          />
        )}
      </FormField>
      {form.fields.watch('made') === 'rule' ? (
        <>
          <RuleFields rule={rule} onChange={setRule} />
          <RulePreview rule={rule} />
        </>
      ) : null}
    </SettingsDialog>
  );
}

interface SettingsDialogProps<Values extends Settings> {
  title: string;
  wide?: boolean;
  /** May have more fields than the settings: they are the children. */
  form: ApiForm<Values, Values>;
  /** The button that sends it, and its label while busy. */
  action: string;
  busyText: string;
  onClose: () => void;
  children?: ReactNode;
}

/** A form with the name, the notes and the settings of a playlist. */
export function SettingsDialog<Values extends Settings>(props: SettingsDialogProps<Values>) {
  const { title, wide = false, form, action, busyText, onClose, children } = props;
  const id = useId();
  return (
    <Dialog
      title={title}
      wide={wide}
      open
      onClose={onClose}
      footer={
        <>
          <Button kind="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} busy={form.isBusy} busyText={busyText}>
            {action}
          </Button>
        </>
      }
    >
      <Form form={form} id={id}>
        <SettingsFields form={form} />
        {children}
      </Form>
      <FormNotice notice={form.notice} />
    </Dialog>
  );
}

function SettingsFields<Values extends Settings>({
  form: given,
}: {
  form: ApiForm<Values, Values>;
}) {
  // A form with more fields has these as well, which the library's types cannot tell.
  const form = given as unknown as ApiForm<Settings, Settings>;
  return (
    <>
      <FormField form={form} name="name" label="Name" required>
        {(field) => <TextInput {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="notes" label="Notes">
        {(field) => <TextArea {...field} rows={2} />}
      </FormField>
      <div>
        <FormField form={form} name="is_in_order" label={<span className="sr-only">Order</span>}>
          {({ value, ...field }) => (
            <Checkbox {...field} checked={value} label="Play in this order, not shuffled" />
          )}
        </FormField>
        <FormField form={form} name="is_renewed" label={<span className="sr-only">New music</span>}>
          {({ value, ...field }) => (
            <Checkbox
              {...field}
              checked={value}
              label={`New music every two weeks: remind us after ${RENEW_DAYS} days`}
            />
          )}
        </FormField>
      </div>
    </>
  );
}
