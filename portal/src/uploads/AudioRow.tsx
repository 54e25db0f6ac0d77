import type { Asset } from '@stationhouse/sdk/client';
import { AudioPreview } from './AudioPreview.tsx';
import { formatSize } from './file-facts.ts';
import { RemoveFile } from './RemoveFile.tsx';
import type { Shelf } from './shelf.ts';

interface AudioRowProps {
  asset: Asset;
  shelf: Shelf;
  onRemoved: () => void;
}

/** A sound file that is there: to hear, and to remove. */
export function AudioRow({ asset, shelf, onRemoved }: AudioRowProps) {
  const { file_name, url, peaks, duration_seconds, size_bytes } = asset;
  return (
    <li className="flex flex-wrap items-start gap-1 border-b border-line py-3 last:border-0">
      <AudioPreview name={file_name} url={url} peaks={peaks} duration_seconds={duration_seconds}>
        {formatSize(size_bytes)}
      </AudioPreview>
      <RemoveFile asset={asset} shelf={shelf} name={file_name} onRemoved={onRemoved} />
    </li>
  );
}
