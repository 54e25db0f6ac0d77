import ExternalLink from 'lucide-react/icons/external-link';

/** Whether a browser would go there and do nothing else. */
function isOfTheWeb(address: string): boolean {
  if (!URL.canParse(address)) return false;
  return ['http:', 'https:'].includes(new URL(address).protocol);
}

/** An address that somebody else has entered: a link in a tab of its own, if it is one of the web. */
export function WebLink({ address }: { address: string }) {
  if (!isOfTheWeb(address)) return address;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className="link">
      {address}
      <ExternalLink aria-hidden="true" className="ms-1 inline size-[0.85em] align-baseline" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
