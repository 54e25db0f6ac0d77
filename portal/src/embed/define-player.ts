/** Fetches the SDK and defines `<station-player>`. Rejects when it cannot be fetched. */
export async function definePlayer(): Promise<void> {
  const { defineStationPlayer } = await import('@stationhouse/sdk/element');
  defineStationPlayer(location.origin);
}
