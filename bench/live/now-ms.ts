/** The time in ms by the machine's monotonic clock, which all processes share; where it began says nothing. */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;
