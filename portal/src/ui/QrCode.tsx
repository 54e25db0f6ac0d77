import { useMemo } from 'react';
import { encode } from 'uqr';

/** Joins neighbouring dark modules of a row into bars, so that there are no seams between them in print. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = row.indexOf(true); x >= 0; x = row.indexOf(true, x)) {
    const after = row.indexOf(false, x);
    const end = after < 0 ? row.length : after;
    path += `M${x} ${y}h${end - x}v1H${x}z`;
    x = end;
  }
  return path;
}

interface QrCodeProps {
  /** The address that it opens. */
  text: string;
  /** For screen readers. */
  label: string;
  className?: string;
  /** Modules of its quiet zone: fewer than four where it stands on white paper. */
  border?: number;
}

/** A QR code, dark on white in both colour schemes as scanners need it, with its quiet zone. */
export function QrCode({ text, label, className, border = 4 }: QrCodeProps) {
  const { data, size } = useMemo(() => encode(text, { border }), [text, border]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path d={data.map(rowPath).join('')} />
    </svg>
  );
}
