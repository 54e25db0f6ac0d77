/** Fetches the SDK, which defines `<station-player>`. Rejects when it cannot be fetched. */
export async function definePlayer(): Promise<void> {
  await import('@stationhouse/sdk/element');
}
