/**
 * Draws the covers: `npx tsx platform-api/audio/draw-covers.ts`. Run by hand when a cover changes,
 * before `compose.ts`, which puts the pictures into the tracks. Needs `chromium` and `ffmpeg` on
 * PATH.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { covers, coverSize } from './covers.ts';

/**
 * What a server may send before it hears back from a phone that has just called: ten packets (RFC 6928).
 * A cover that fits is on the screen one journey earlier.
 */
const MAX_BYTES = 13_000;

const pictures = fileURLToPath(new URL('covers', import.meta.url));

function drawCover(slug: string, drawing: string, workshop: string): void {
  const page = join(workshop, `${slug}.html`);
  const shot = join(workshop, `${slug}.png`);
  writeFileSync(page, `<!doctype html><style>body{margin:0}svg{display:block}</style>${drawing}`);
  const browserFlags = ['--headless', '--no-sandbox', '--hide-scrollbars', '--disable-gpu'];
  const size = [`--window-size=${coverSize},${coverSize}`, '--force-device-scale-factor=1'];
  execFileSync('chromium', [...browserFlags, ...size, `--screenshot=${shot}`, `file://${page}`], {
    stdio: 'ignore',
  });
  const picture = join(pictures, `${slug}.jpg`);
  for (let coarseness = 6; ; coarseness += 1) {
    const quality = ['-pix_fmt', 'yuvj420p', '-q:v', String(coarseness), '-map_metadata', '-1'];
    execFileSync('ffmpeg', ['-y', '-v', 'error', '-i', shot, ...quality, picture]);
    if (statSync(picture).size <= MAX_BYTES) return;
  }
}

const workshop = mkdtempSync(join(tmpdir(), 'covers-'));
try {
  mkdirSync(pictures, { recursive: true });
  for (const [slug, drawing] of Object.entries(covers)) drawCover(slug, drawing, workshop);
} finally {
  rmSync(workshop, { recursive: true });
}
