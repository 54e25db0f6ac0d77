import { RequestFailed } from '@stationhouse/sdk/client';

/**
 * Does something for a form, and has a refusal that names no field shown at the one it is about.
 *
 * @param fields the form's field for each code of such a refusal
 * @throws RequestFailed what `work` throws, with that field named
 */
export async function atField<Result>(
  fields: Readonly<Record<string, string>>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (failure) {
    if (!(failure instanceof RequestFailed)) throw failure;
    const { status, code, title, message, requestId } = failure;
    const field = fields[code];
    if (field === undefined) throw failure;
    throw new RequestFailed(status, {
      code,
      title,
      detail: message,
      errors: [{ field, code, message }],
      request_id: requestId,
    });
  }
}
