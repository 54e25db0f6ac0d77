import { zodResolver } from '@hookform/resolvers/zod';
import { RequestFailed, type FieldFault } from '@stationhouse/sdk/client';
import { useEffect, useReducer, useRef, useState, type FormEvent, type RefObject } from 'react';
import {
  useForm,
  type Control,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { describeFailure, type FailureWords } from './describe-failure.ts';

interface ApiFormOptions<Values extends FieldValues, Sent> {
  /** The API's own rules for the call, or for the part of it that is asked here. */
  schema: z.ZodType<Sent, Values>;
  /** A value for every field, so that each has one from the start. */
  defaultValues: DefaultValues<Values>;
  /** Sends it. Throw nothing but what the client throws: it is shown here. */
  send: (values: Sent) => Promise<unknown>;
  /** Other words for a failure that no field is to blame for. */
  describe?: (failure: RequestFailed) => { title: string; detail: string };
}

/** A form that talks to the API. Hand it to `Form` and `FormField`. */
export interface ApiForm<Values extends FieldValues, Sent> {
  fields: UseFormReturn<Values, unknown, Sent>;
  control: Control<Values, unknown, Sent>;
  formRef: RefObject<HTMLFormElement | null>;
  submit: (event: FormEvent<HTMLFormElement>) => void;
  isBusy: boolean;
  /** What the form says about itself, beside its button. */
  notice: FailureWords | undefined;
}

/**
 * Parts the faults that the API found into those of a field of this form and those of none.
 *
 * @param names the form's fields; a fault of a part of one (`company.name` of `company`) is the field's
 */
export function sortFaults<Name extends string>(
  errors: readonly FieldFault[],
  names: readonly Name[],
): { ofFields: Map<Name, FieldFault>; others: FieldFault[] } {
  const ofFields = new Map<Name, FieldFault>();
  const others: FieldFault[] = [];
  for (const fault of errors) {
    const name = names.find((each) => fault.field === each || fault.field.startsWith(`${each}.`));
    if (name === undefined) others.push(fault);
    else if (!ofFields.has(name)) ofFields.set(name, fault);
  }
  return { ofFields, others };
}

/**
 * A form with the API's own rules: checked here first, then there; what the API refuses is shown beside
 * the fields it names, the first of them is focused, and what was typed stays. A second press while it is
 * under way does nothing.
 *
 * @example
 * const form = useApiForm({ schema: recoverPassword.body, defaultValues: { email: '' }, send: api.auth.recover });
 */
export function useApiForm<Values extends FieldValues, Sent>({
  schema,
  defaultValues,
  send,
  describe = describeFailure,
}: ApiFormOptions<Values, Sent>): ApiForm<Values, Sent> {
  const fields = useForm<Values, unknown, Sent>({
    resolver: zodResolver(schema),
    defaultValues,
    // Quiet until the first press, then mended as one types.
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: false,
  });
  const formRef = useRef<HTMLFormElement>(null);
  const isUnderWay = useRef(false);
  const [notice, setNotice] = useState<FailureWords>();
  const [isBusy, setBusy] = useState(false);
  const [attempts, countAttempt] = useReducer((count: number) => count + 1, 0);

  // In the order of the page, which the library does not know; after the marks have been drawn.
  useEffect(() => {
    if (attempts === 0) return;
    formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);

  function show(failure: unknown): void {
    if (!(failure instanceof RequestFailed)) {
      setNotice(describeFailure(failure));
      reportError(failure);
      return;
    }
    // The keys of the default values are the form's fields.
    const names = Object.keys(fields.getValues()) as FieldPath<Values>[];
    const { ofFields, others } = sortFaults(failure.errors, names);
    for (const [name, { code, message }] of ofFields) {
      fields.setError(name, { type: code, message });
    }
    if (ofFields.size === 0 || others.length > 0) {
      const { title, detail } = describe(failure);
      setNotice({
        title,
        detail: [detail, ...others.map(({ message }) => message)].join(' '),
        requestId: failure.requestId,
      });
    }
  }

  async function deliver(values: Sent): Promise<void> {
    setBusy(true);
    setNotice(undefined);
    try {
      await send(values);
    } catch (failure) {
      show(failure);
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    void fields
      .handleSubmit(deliver, () => setNotice(undefined))()
      .finally(() => {
        isUnderWay.current = false;
        countAttempt();
      });
  }

  return { fields, control: fields.control, formRef, submit, isBusy, notice };
}
