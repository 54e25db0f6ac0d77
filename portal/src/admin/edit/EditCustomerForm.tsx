import type { CustomerDetails } from '@stationhouse/sdk/client';
import { useId, useImperativeHandle, type Ref } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../ui/Button.tsx';
import { Form, FormNotice } from '../../ui/Form.tsx';
import { CustomerFiles } from './CustomerFiles.tsx';
import { AskDoubt, AskLeaving } from './EditQuestions.tsx';
import { MeanwhileNotice } from './MeanwhileNotice.tsx';
import { ProfileFields } from './ProfileFields.tsx';
import { StationFields } from './StationFields.tsx';
import { useCustomerForm } from './use-customer-form.ts';
import { useLeaving } from './use-leaving.ts';

/** What the dialog around the form can have it do. */
export interface EditCustomerHandle {
  /** Closes the dialog, once nothing would be lost. */
  close: () => void;
}

interface EditCustomerFormProps {
  ref: Ref<EditCustomerHandle>;
  /** As they are now; the form stays upon what it began with. */
  customer: CustomerDetails;
  /** Where the buttons stand. */
  foot: HTMLElement | null;
  onClose: () => void;
}

/** The form of the Edit dialog: the station first, which is what most visits are for. */
export function EditCustomerForm({ ref, customer, foot, onClose }: EditCustomerFormProps) {
  const id = useId();
  const desk = useCustomerForm(customer);
  const { form, check, meanwhile, doubt, isDirty, isDone } = desk;
  // What is not paid for has no place for files yet.
  const status = desk.customer.station?.status ?? 'payment_pending';
  const hasRoom = status !== 'payment_pending';
  const leaving = useLeaving({ isDirty, isBusy: form.isBusy, isDone, onClose });
  useImperativeHandle(ref, () => ({ close: leaving.close }));
  return (
    <>
      <Form form={form} id={id} className="gap-8">
        {meanwhile ? <MeanwhileNotice key={desk.customer.etag} meanwhile={meanwhile} /> : null}
        <StationFields desk={desk} />
        {hasRoom ? <CustomerFiles customer={customer} /> : null}
        <ProfileFields desk={desk} />
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
      <AskDoubt {...doubt} />
      <AskLeaving isOpen={leaving.isAsking} onStay={leaving.stay} onLeave={leaving.leave} />
    </>
  );
}
