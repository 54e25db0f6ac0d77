/**
 * Makes `<station-player>` on our own pages what it is on a customer's: the SDK's element, fetched when
 * it is wanted. Rejects when it cannot be fetched.
 */
export async function definePlayer(): Promise<void> {
  const { defineStationPlayer } = await import('@stationhouse/sdk/element');
  defineStationPlayer(location.origin);
}
