import { useId } from 'react';
import { AudioPreview } from '../uploads/AudioPreview.tsx';

interface OperatorFile {
  url: string;
  /** From the address: its `name` parameter, else its last segment. */
  name: string;
}

/** `Good%20morning.mp3` is 'Good morning.mp3'. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The file at an address; undefined unless it is http or https. */
function fileAt(address: string): OperatorFile | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  const last = url.pathname.split('/').findLast((part) => part !== '');
  const name = url.searchParams.get('name') || decoded(last ?? url.hostname);
  return { url: address, name };
}

interface OperatorFilesProps {
  title: string;
  addresses: readonly string[];
}

/** Files that the operator added to the station, to listen to. */
export function OperatorFiles({ title, addresses }: OperatorFilesProps) {
  const id = useId();
  const files = [...new Set(addresses)].flatMap((address) => fileAt(address) ?? []);
  if (files.length === 0) return null;
  return (
    <section aria-labelledby={id} className="border-t border-line pt-5">
      <h3 id={id} className="text-small font-semibold">
        {title}
      </h3>
      <ul className="mt-1 flex flex-col">
        {files.map(({ url, name }) => (
          <li key={url} className="flex border-b border-line py-3 last:border-0 last:pb-0">
            <AudioPreview name={name} url={url} />
          </li>
        ))}
      </ul>
    </section>
  );
}
