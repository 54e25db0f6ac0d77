/** A browser may still be reading the file when the press has long returned, in ms (ours). */
const KEPT_MS = 60_000;

/** Puts a file among the downloads, as a press on a link to it would. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
