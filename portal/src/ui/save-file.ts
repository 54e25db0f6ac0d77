import { MINUTE_MS } from '@stationhouse/platform-api/contract/time';

/** How long the file stays available to the browser, in ms. */
const KEPT_MS = MINUTE_MS;

/** Downloads a file. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
