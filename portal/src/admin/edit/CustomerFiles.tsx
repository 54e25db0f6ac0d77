import { TOO_MANY_OPERATOR_FILES } from '@stationhouse/platform-api/contract/errors';
import { MAX_OPERATOR_FILES, type AudioKind } from '@stationhouse/platform-api/contract/limits';
import type { CustomerAsset, CustomerDetails } from '@stationhouse/sdk/client';
import { useId, useRef, type ReactNode, type Ref } from 'react';
import { FormPart } from '../../ui/Form.tsx';
import { AudioFiles, AudioRow } from '../../uploads/AudioFiles.tsx';
import { LogoUpload } from '../../uploads/LogoField.tsx';
import { byKind, type UploadTarget } from '../../uploads/upload-target.ts';
import { useCustomerShelf } from './customer-shelf.ts';

const LIMIT = { most: MAX_OPERATOR_FILES, tooMany: TOO_MANY_OPERATOR_FILES };

/** The station's files. They are kept as they are sent, whatever becomes of the form around them. */
export function CustomerFiles({ customer }: { customer: CustomerDetails }) {
  const { user, profile, assets } = customer;
  const target = useCustomerShelf(user.id);
  const sounds = { target, assets };
  return (
    <FormPart title="Files" lead="Each is kept at once, without ‘Save changes’.">
      <LogoUpload
        target={target}
        url={profile.station_logo_url}
        file={assets.find(({ kind }) => kind === 'logo')}
        whose="the"
      />
      <OurFiles {...sounds} kind="radio_id" title="Radio IDs from us" called="radio IDs" />
      <TheirFiles {...sounds} kind="radio_id" title="Radio IDs from the customer" />
      <TheirFiles {...sounds} kind="jingle" title="Jingles from the customer" />
      <OurFiles
        {...sounds}
        kind="commercial"
        title="Commercial spots from us"
        called="commercial spots"
      />
      <TheirFiles {...sounds} kind="commercial" title="Commercial spots from the customer" />
    </FormPart>
  );
}

interface SoundsProps {
  target: UploadTarget;
  assets: readonly CustomerAsset[];
  kind: AudioKind;
  title: string;
}

/** What the operator has made for the customer. */
function OurFiles({ target, assets, kind, title, called }: SoundsProps & { called: string }) {
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

/** What the customer has sent. */
function TheirFiles({ target, assets, kind, title }: SoundsProps) {
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
            // The button that had the focus is gone with its row.
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
