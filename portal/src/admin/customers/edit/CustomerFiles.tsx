import { TOO_MANY_OPERATOR_FILES } from '@stationhouse/platform-api/contract/assets/errors';
import {
  type AudioKind,
  isPictureKind,
  MAX_OPERATOR_FILES,
} from '@stationhouse/platform-api/contract/assets/values';
import type { Asset, CustomerAsset, CustomerDetails } from '@stationhouse/sdk/client';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type Ref, useId, useRef } from 'react';
import { openClient } from '../../../api/client.ts';
import { ignoreNotFound } from '../../../api/failures.ts';
import { FormPart } from '../../../ui/Form.tsx';
import { AudioFiles, AudioRow } from '../../../uploads/AudioFiles.tsx';
import { PictureUpload } from '../../../uploads/LogoField.tsx';
import { createPageQueue, type UploadQueue } from '../../../uploads/upload-queue.ts';
import { byKind, type UploadTarget } from '../../../uploads/upload-target.ts';
import { customerQuery, invalidateAdmin } from '../../queries.ts';

const LIMIT = { most: MAX_OPERATOR_FILES, tooMany: TOO_MANY_OPERATOR_FILES };

/** The station's files. Uploads are saved at once, independently of the form. */
export function CustomerFiles({ customer }: { customer: CustomerDetails }) {
  const { user, profile, station, assets } = customer;
  const target = useCustomerUploads(user.id);
  const sounds = { target, assets };
  return (
    <FormPart title="Files" lead="Files are saved immediately, without ‘Save changes’.">
      <PictureUpload
        kind="logo"
        target={target}
        url={profile.station_logo_url}
        shape={station?.logo_shape}
        file={assets.find(({ kind }) => kind === 'logo')}
        whose="the"
      />
      {station ? (
        <>
          <PictureUpload
            kind="dark_logo"
            target={target}
            url={station.dark_logo?.station_logo_url ?? null}
            shape={station.dark_logo?.logo_shape}
            file={assets.find(({ kind }) => kind === 'dark_logo')}
            whose="the"
          />
          <PictureUpload
            kind="background"
            target={target}
            url={station.background_url}
            file={assets.find(({ kind }) => kind === 'background')}
            whose="the"
          />
        </>
      ) : null}
      <OperatorFiles {...sounds} kind="radio_id" title="Radio IDs from us" called="radio IDs" />
      <MemberFiles {...sounds} kind="radio_id" title="Radio IDs from the customer" />
      <MemberFiles {...sounds} kind="jingle" title="Jingles from the customer" />
      <OperatorFiles
        {...sounds}
        kind="commercial"
        title="Commercial spots from us"
        called="commercial spots"
      />
      <MemberFiles {...sounds} kind="commercial" title="Commercial spots from the customer" />
    </FormPart>
  );
}

interface SoundsProps {
  target: UploadTarget;
  assets: readonly CustomerAsset[];
  kind: AudioKind;
  title: string;
}

/** Files that the operator made for the customer. */
function OperatorFiles({ target, assets, kind, title, called }: SoundsProps & { called: string }) {
  const files = byKind(assets, kind).filter(({ is_operators }) => is_operators);
  return (
    <Titled title={title}>
      <AudioFiles
        target={target}
        kind={kind}
        files={files}
        limit={LIMIT}
        called={called}
        count={files.length === 0 ? 'None yet.' : `${files.length} of at most ${LIMIT.most}`}
      />
    </Titled>
  );
}

/** Files that the customer uploaded. */
function MemberFiles({ target, assets, kind, title }: SoundsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const files = byKind(assets, kind).filter(({ is_operators }) => !is_operators);
  if (files.length === 0) return null;
  return (
    <Titled title={title} heading={heading}>
      <ul className="flex flex-col">
        {files.map((asset) => (
          <AudioRow
            key={asset.id}
            asset={asset}
            target={target}
            // The focused button disappears with its row.
            focusAfter={() => heading.current}
          />
        ))}
      </ul>
    </Titled>
  );
}

interface TitledProps {
  title: string;
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

function Titled({ title, heading, children }: TitledProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} ref={heading} tabIndex={-1} className="text-text outline-none">
        {title}
      </h3>
      {children}
    </section>
  );
}

/** One upload queue for each customer. */
const queues = new Map<string, UploadQueue>();

function queueFor(userId: string): UploadQueue {
  const known = queues.get(userId);
  if (known) return known;
  const queue = createPageQueue(async ({ kind, file }, how) => {
    // Only customers upload jingles; the dialog has no button for it.
    if (kind === 'jingle') throw new Error('Admins cannot upload jingles.');
    return (await openClient()).admin.customers.upload(userId, { kind, file }, how);
  });
  queues.set(userId, queue);
  return queue;
}

/** Uploads and deletions of a customer's files. */
function useCustomerUploads(userId: string): UploadTarget {
  const queries = useQueryClient();
  const { queryKey } = customerQuery(userId);

  async function change(next: (known: CustomerDetails) => CustomerDetails['assets']) {
    // A request under way was sent before the change, and would undo it.
    await queries.cancelQueries({ queryKey, exact: true });
    queries.setQueryData(queryKey, (known) => known && { ...known, assets: next(known) });
    // The logo is shown elsewhere too, and the history has a new entry.
    void invalidateAdmin(queries);
  }

  return {
    queue: queueFor(userId),
    onStored: (asset: Asset) =>
      change(({ assets }) => [
        ...assets.filter(
          ({ id, kind }) => id !== asset.id && (!isPictureKind(kind) || kind !== asset.kind),
        ),
        // A picture belongs to the customer even if an admin uploaded it.
        { ...asset, is_operators: !isPictureKind(asset.kind) },
      ]),
    onUnknown: () => void invalidateAdmin(queries),
    async remove(asset) {
      const { admin } = await openClient();
      await admin.customers.deleteAsset(userId, asset.id).catch(ignoreNotFound);
      await change(({ assets }) => assets.filter(({ id }) => id !== asset.id));
    },
  };
}
