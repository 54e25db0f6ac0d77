import { ERRORS } from '@stationhouse/platform-api/contract/errors';
import type { CustomerDetails } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { AlertSheet, Answers } from '../../../ui/AlertDialog.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Form, FormNotice } from '../../../ui/Form.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { CustomerCaption, CustomerLoaded } from '../../Customer.tsx';
import { FieldChanges } from '../../audit/FieldChanges.tsx';
import { customerQuery } from '../../queries.ts';
import { SetupFacts } from '../view/StationFacts.tsx';
import { FIELD_NAMES, inWords } from './customer-values.ts';
import { CustomerFiles } from './CustomerFiles.tsx';
import type { EditConflict } from './edit-conflict.ts';
import { ProfileFields } from './ProfileFields.tsx';
import { StationFields } from './StationFields.tsx';
import { useCustomerForm } from './use-customer-form.ts';
import { useUnsavedChanges } from './use-unsaved-changes.ts';

interface EditCustomerProps {
  userId: string;
  onClose: () => void;
}

/** The Edit dialog: a customer's profile and station (specification §2, Admin dashboard). */
export function EditCustomer({ userId, onClose }: EditCustomerProps) {
  const form = useRef<EditCustomerHandle>(null);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  return (
    <Dialog
      title="Edit Customer Data"
      description={<CustomerCaption userId={userId} />}
      wide
      tall
      aside={{ label: 'What the customer asked for', content: <AskedFor userId={userId} /> }}
      open
      onOpenChange={() => {
        if (form.current) form.current.close();
        else onClose();
      }}
      // The dialog opens before the customer is loaded; the form renders its buttons in here.
      footer={<div ref={setFoot} className="min-h-11 w-full" />}
    >
      <CustomerLoaded userId={userId}>
        {(customer) => (
          <EditCustomerForm ref={form} customer={customer} foot={foot} onClose={onClose} />
        )}
      </CustomerLoaded>
    </Dialog>
  );
}

/** The setup form beside the fields that answer it. */
function AskedFor({ userId }: { userId: string }) {
  const { data } = useQuery(customerQuery(userId));
  return <div className="p-6">{data ? <SetupFacts customer={data} /> : null}</div>;
}

/** The form's interface for the dialog. */
interface EditCustomerHandle {
  /** Closes the dialog, after a question if there are unsaved changes. */
  close: () => void;
}

interface EditCustomerFormProps {
  ref: Ref<EditCustomerHandle>;
  /** The latest data; the form keeps the version it was opened with. */
  customer: CustomerDetails;
  /** The place for the buttons. */
  foot: HTMLElement | null;
  onClose: () => void;
}

/** The station comes first, because most edits are about it. */
function EditCustomerForm({ ref, customer, foot, onClose }: EditCustomerFormProps) {
  const id = useId();
  const edit = useCustomerForm(customer);
  const { form, check, conflict, confirmation, isDirty, isDone } = edit;
  const status = edit.customer.station?.status ?? 'payment_pending';
  // Files can be uploaded once the station is paid for.
  const hasFiles = status !== 'payment_pending';
  const leaving = useUnsavedChanges({ isDirty, isBusy: form.isBusy, isDone, onClose });
  useImperativeHandle(ref, () => ({ close: leaving.close }));
  return (
    <>
      <Form form={form} id={id} className="gap-8">
        {conflict ? <ConflictNotice key={edit.customer.etag} conflict={conflict} /> : null}
        <StationFields edit={edit} />
        {hasFiles ? <CustomerFiles customer={customer} /> : null}
        <ProfileFields edit={edit} />
      </Form>
      {foot === null
        ? null
        : createPortal(
            <div className="flex w-full flex-col gap-3">
              <FormNotice notice={form.notice} />
              <div className="grid grid-cols-2 gap-3 sm:flex sm:justify-end">
                <Button kind="secondary" onClick={leaving.close}>
                  Cancel
                </Button>
                <Button
                  type="submit"
                  form={id}
                  busy={form.isBusy}
                  busyText={check.isBusy ? 'Checking...' : 'Saving...'}
                >
                  Save changes
                </Button>
              </div>
            </div>,
            foot,
          )}
      {edit.question}
      <ConfirmProblems {...confirmation} />
      <ConfirmDiscard isOpen={leaving.isAsking} onStay={leaving.stay} onLeave={leaving.leave} />
    </>
  );
}

/** Shows what another admin changed while the form was open. Needs a new `key` for each conflict. */
function ConflictNotice({ conflict }: { conflict: EditConflict }) {
  const place = useRef<HTMLDivElement>(null);
  const isDisputed = Object.keys(conflict.theirs).length > 0;
  // The Save button is at the other end of the form.
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} role="alert" tabIndex={-1} className="rounded-card">
      <Notice kind="attention" title={ERRORS.changed_meanwhile.title}>
        <p>{ERRORS.changed_meanwhile.detail}</p>
        <div className="my-3">
          <FieldChanges
            changes={conflict.changed.map(({ name, before, now }) => ({
              field: name,
              name: FIELD_NAMES[name],
              before: inWords(name, before),
              after: inWords(name, now),
            }))}
          />
        </div>
        <p>
          {isDisputed
            ? 'Where you both changed a field, your value is kept and theirs is shown below it.'
            : 'The form now shows those changes together with yours.'}{' '}
          Save again to keep what you see.
        </p>
      </Notice>
    </div>
  );
}

interface ConfirmProblemsProps {
  isOpen: boolean;
  /** The problems as sentences. */
  about: readonly string[] | undefined;
  answer: (isYes: boolean) => void;
}

/** Confirms saving a live station with problems: its stream may only start later. */
function ConfirmProblems({ isOpen, about = [], answer }: ConfirmProblemsProps) {
  return (
    <AlertSheet
      title="Save with these problems?"
      description={
        <>
          <ul className="flex list-disc flex-col gap-1 ps-5 wrap-anywhere text-ink">
            {about.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
          <p className="mt-3">Listeners may hear nothing, or see no titles, until this is fixed.</p>
        </>
      }
      open={isOpen}
      onOpenChange={() => answer(false)}
    >
      <Answers className="mt-6" no="Go back">
        <Button onClick={() => answer(true)}>Save anyway</Button>
      </Answers>
    </AlertSheet>
  );
}

interface ConfirmDiscardProps {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Confirms that unsaved changes are lost. */
function ConfirmDiscard({ isOpen, onStay, onLeave }: ConfirmDiscardProps) {
  return (
    <AlertSheet
      title="Close without saving?"
      description="Your changes here will be lost."
      open={isOpen}
      onOpenChange={onStay}
    >
      <Answers className="mt-6" no="Keep editing">
        <Button kind="danger" onClick={onLeave}>
          Discard changes
        </Button>
      </Answers>
    </AlertSheet>
  );
}
