import type { ProgrammeItem } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { PlayButton } from '../uploads/AudioPreview.tsx';
import { usePreview } from '../uploads/use-preview.ts';
import { SegueSound } from './SegueSound.tsx';
import { itemKey, itemName, kindLook, kindName } from './DayStrip.tsx';
import { clockTime } from './zone-times.ts';

/** Items in the list at first, and how many more each press adds. */
const LISTED = 20;
const ADDED = 100;

interface ItemListProps {
  items: readonly ProgrammeItem[];
  zone: string;
  /** The sound of items by their ids; those without one can't be heard here. */
  audioUrls?: Readonly<Record<string, string>> | undefined;
  /** Fetches how two of them meet on air; undefined: that can't be heard here. */
  hearSegue?: ((item_id: string, next_item_id: string) => Promise<Blob>) | undefined;
}

/** The first items of a span, with the reason of each; more on demand. */
export function ItemList({ items, audioUrls = {}, hearSegue, zone }: ItemListProps) {
  const [count, setCount] = useState(LISTED);
  if (items.length === 0) return null;
  return (
    <div className="@container flex flex-col gap-2">
      <ol aria-label="Items" className="flex flex-col">
        {items.slice(0, count).map((item, at) => (
          <li
            key={itemKey(item)}
            className="flex items-center gap-x-3 border-b border-line py-1.5 last:border-0 @max-md:grid @max-md:grid-cols-[auto_auto_minmax(0,1fr)]"
          >
            <span className="tabular w-17 flex-none text-small text-muted @max-md:col-start-3">
              {clockTime(item.starts_at, zone)}
            </span>
            <span
              aria-hidden="true"
              className={clsx(
                'w-1 flex-none self-stretch rounded-full @max-md:row-span-2 @max-md:row-start-1',
                kindLook(item.kind),
              )}
            />
            <span className="flex-none empty:hidden @max-md:col-start-2 @max-md:row-span-2 @max-md:row-start-1">
              <ItemSound name={item.title} url={audioUrls[item.item_id]} />
            </span>
            <span className="min-w-0 flex-1 @max-md:col-start-3">
              <span className="line-clamp-2 font-semibold">{itemName(item)}</span>
              <span className="line-clamp-2 text-small text-muted">{item.reason}</span>
              <Segue items={items} at={at} hear={hearSegue} />
            </span>
            {item.kind === 'music' ? null : (
              <Badge className="@max-xl:hidden">{kindName(item.kind)}</Badge>
            )}
          </li>
        ))}
      </ol>
      {items.length > count ? (
        <Button
          kind="secondary"
          size="small"
          className="self-start"
          onClick={() => setCount(count + ADDED)}
        >
          Show more
        </Button>
      ) : null}
    </div>
  );
}

interface SegueProps {
  items: readonly ProgrammeItem[];
  at: number;
  hear: ItemListProps['hearSegue'];
}

/** Plays how an item begins over the one before it; nothing where they do not overlap. */
function Segue({ items, at, hear }: SegueProps) {
  const item = items[at];
  const before = items.slice(0, at).findLast(({ is_over_music }) => !is_over_music);
  if (!hear || !before || !item || item.segue_seconds === 0 || before.is_cut) return null;
  return (
    <SegueSound
      key={`${before.item_id} ${item.item_id}`}
      name={item.title}
      hear={() => hear(before.item_id, item.item_id)}
    />
  );
}

/** Plays the sound of an item; nothing where it has no sound. */
export function ItemSound({ name, url }: { name: string; url: string | undefined }) {
  return url === undefined ? null : <Sound key={url} name={name} url={url} />;
}

function Sound({ name, url }: { name: string; url: string }) {
  const { element, isPlaying, toggle } = usePreview();
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- music has no captions */}
      <audio ref={element} src={url} preload="none" />
      <PlayButton quiet name={name} isPlaying={isPlaying} onPress={toggle} />
    </>
  );
}
