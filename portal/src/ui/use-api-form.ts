import { zodResolver } from '@hookform/resolvers/zod';
import { RequestFailed, type FieldFault } from '@stationhouse/sdk/client';
import {
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
  type FormEvent,
  type RefObject,
} from 'react';
import {
  useForm,
  type Control,
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { restoreFocus, servedInput } from './served-inputs.ts';
import { describe as describeFailure, isBug, type FailureWords } from '../api/failures.ts';

interface ApiFormOptions<Values extends FieldValues, Sent> {
  /** The API's rules for the call, or for the part of it that this form asks. */
  schema: z.ZodType<Sent, Values>;
  /** A value for every field, so that no input switches from uncontrolled to controlled. */
  defaultValues: DefaultValues<Values>;
  /** Sends the values. The form shows what it throws. */
  send: (values: Sent) => Promise<unknown>;
  /** The title of the notice when it fails, instead of the API's: 'Failed to save'. */
  failureTitle?: string;
  /** Words for a refusal, where a title is not enough. */
  describe?: (failure: RequestFailed) => { title: string; detail: string };
}

/** A form that is sent to the API. `Form` and `FormField` draw it. */
export interface ApiForm<Values extends FieldValues, Sent> {
  fields: UseFormReturn<Values, unknown, Sent>;
  control: Control<Values, unknown, Sent>;
  formRef: RefObject<HTMLFormElement | null>;
  submit: (event: FormEvent<HTMLFormElement>) => void;
  isBusy: boolean;
  /** The failure that belongs to no field. */
  notice: FailureWords | undefined;
}

/**
 * Sorts the API's field faults into those of this form's fields and the rest.
 *
 * @param names the form's fields. An error belongs to a field by its whole name, by its first part
 *   (`company.name` to `company`) or by its last part (`station.stream_url` to `stream_url`).
 */
export function sortFaults<Name extends string>(
  errors: readonly FieldFault[],
  names: readonly Name[],
): { ofFields: Map<Name, FieldFault>; others: FieldFault[] } {
  const ofFields = new Map<Name, FieldFault>();
  const others: FieldFault[] = [];
  for (const fault of errors) {
    const name =
      names.find((each) => fault.field === each || fault.field.startsWith(`${each}.`)) ??
      names.find((each) => fault.field.endsWith(`.${each}`));
    if (name === undefined) others.push(fault);
    else if (!ofFields.has(name)) ofFields.set(name, fault);
  }
  return { ofFields, others };
}

/**
 * A form that is validated here by the API's rules, then by the API. Faults are shown beside their fields and
 * the first one is focused; everything else is a notice beside the button. Values are kept on failure, and a
 * second press while it is busy does nothing.
 *
 * @example
 * const form = useApiForm({ schema: recoverPassword.body, defaultValues: { email: '' }, send: api.auth.recover });
 */
export function useApiForm<Values extends FieldValues, Sent>({
  schema,
  defaultValues,
  send,
  failureTitle,
  describe = (failure) => describeFailure(failure, failureTitle),
}: ApiFormOptions<Values, Sent>): ApiForm<Values, Sent> {
  const fields = useForm<Values, unknown, Sent>({
    resolver: zodResolver(schema),
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: false,
  });
  const formRef = useRef<HTMLFormElement>(null);
  const isUnderWay = useRef(false);
  const [notice, setNotice] = useState<FailureWords>();
  const [isBusy, setBusy] = useState(false);
  const [attempts, countAttempt] = useReducer((count: number) => count + 1, 0);

  // The first error in page order, which react-hook-form does not know; after React has marked the fields.
  useEffect(() => {
    if (attempts === 0) return;
    formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);

  function show(failure: unknown): void {
    if (isBug(failure)) reportError(failure);
    const isAnswer = failure instanceof RequestFailed;
    const { requestId, ...words } = describeFailure(failure, failureTitle);
    const { title, detail } = isAnswer ? describe(failure) : words;
    // The keys of the default values are the form's fields.
    const names = Object.keys(fields.getValues()) as FieldPath<Values>[];
    const { ofFields, others } = sortFaults(isAnswer ? failure.errors : [], names);
    for (const [name, { code, message }] of ofFields) {
      fields.setError(name, { type: code, message });
    }
    if (ofFields.size > 0 && others.length === 0) return;
    setNotice({
      title,
      detail: [detail, ...others.map(({ message }) => message)].join(' '),
      requestId,
    });
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
    // React passes on the submit event of a dialog's form to the form that the dialog was opened in.
    if (event.target !== event.currentTarget) return;
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

/**
 * Keeps what was typed or autofilled into the prerendered form before its script arrived: the first render
 * would clear it, or replace its inputs.
 *
 * @param names the text fields of the form
 */
export function useInputBeforeHydration<Values extends FieldValues, Sent>(
  { fields: { setValue }, formRef }: ApiForm<Values, Sent>,
  names: readonly FieldPath<Values>[],
): void {
  useLayoutEffect(() => {
    const form = formRef.current;
    if (!form) return;
    for (const name of names) {
      const input = servedInput(name) ?? form.elements.namedItem(name);
      const isText = input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement;
      if (!isText || input.value === '') continue;
      // Each of these fields holds a text, which the library's types cannot tell.
      setValue(name, input.value as FieldPathValue<Values, FieldPath<Values>>);
    }
    restoreFocus(form);
  }, [formRef, names, setValue]);
}
