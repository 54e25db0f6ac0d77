import type { CustomerAsset, CustomerDetails } from '@stationhouse/sdk/client';
import Download from 'lucide-react/icons/download';
import { ButtonLink } from '../../../ui/Button.tsx';
import { logoGround } from '../../../ui/look-tokens.ts';
import { Picture } from '../../../ui/Picture.tsx';
import { AssetPreview, PreparationFailure } from '../../../uploads/AudioFiles.tsx';
import { formatSize } from '../../../uploads/file-facts.ts';
import { byKind } from '../../../uploads/upload-target.ts';
import { FactsPart } from './Facts.tsx';

const KINDS = [
  { kind: 'radio_id', title: 'Radio IDs' },
  { kind: 'jingle', title: 'Jingles' },
  { kind: 'commercial', title: 'Commercial spots' },
] as const;

/** All files of a customer, with preview and download. */
export function FileList({ customer }: { customer: CustomerDetails }) {
  const { profile, station, assets } = customer;
  const [logo] = byKind(assets, 'logo');
  const { station_logo_url: url } = profile;
  const sounds = KINDS.map(({ kind, title }) => ({ kind, title, files: byKind(assets, kind) }));
  return (
    <FactsPart title="Files">
      {url === null && assets.length === 0 ? <p className="text-muted">None yet.</p> : null}
      {url === null ? null : (
        <div className="flex flex-wrap items-center gap-4">
          <Picture
            src={url}
            alt="The station’s logo"
            width={80}
            height={80}
            fit="contain"
            style={logoGround({ logo_shape: station?.logo_shape })}
            className="size-20 flex-none rounded-card"
          />
          <div className="min-w-0 flex-1 basis-40">
            <p className="font-semibold wrap-anywhere">{logo?.file_name ?? 'Logo'}</p>
            {logo ? (
              <p className="text-small text-muted">
                Logo, {formatSize(logo.size_bytes)}
                {logo.is_operators ? ', from us' : ''}
              </p>
            ) : null}
          </div>
          <DownloadLink url={url} name={logo?.file_name ?? 'logo'} />
        </div>
      )}
      {sounds.map(({ kind, title, files }) =>
        files.length === 0 ? null : (
          <div key={kind}>
            <h4 className="text-text">{title}</h4>
            <ul className="flex flex-col">
              {files.map((file) => (
                <Sound key={file.id} file={file} />
              ))}
            </ul>
          </div>
        ),
      )}
    </FactsPart>
  );
}

function Sound({ file }: { file: CustomerAsset }) {
  const { file_name, url, is_operators, preparation } = file;
  return (
    <li className="flex flex-wrap items-start gap-1 border-b border-line py-3 last:border-0">
      <AssetPreview asset={file}>{is_operators ? ', from us' : ''}</AssetPreview>
      <DownloadLink url={url} name={file_name} />
      <PreparationFailure preparation={preparation} />
    </li>
  );
}

/** Files have the portal's origin, so browsers respect the `download` name. */
function DownloadLink({ url, name }: { url: string; name: string }) {
  return (
    <ButtonLink
      href={url}
      download={name}
      kind="quiet"
      aria-label={`Download ${name}`}
      className="size-11 flex-none px-0!"
    >
      <Download aria-hidden="true" />
    </ButtonLink>
  );
}
