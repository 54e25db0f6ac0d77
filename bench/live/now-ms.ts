/**
 * The time in ms by the monotonic clock that all processes of the machine share; its zero is
 * arbitrary.
 */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;
