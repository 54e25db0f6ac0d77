import type { Qr } from './qr.ts';

/** A QR code with its label below, dark on light as scanners need it. */
export function QrCode({ qr, label }: { qr: Qr; label: string }) {
  return (
    <figure className="qr">
      <svg viewBox={`0 0 ${qr.size} ${qr.size}`} aria-hidden="true" shapeRendering="crispEdges">
        <path d={qr.path} />
      </svg>
      <figcaption>{label}</figcaption>
    </figure>
  );
}
