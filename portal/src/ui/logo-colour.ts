/** The logo is looked at in this size, in px: a few letters and shapes remain. */
const SAMPLE_PX = 48;

/** Half as opaque as this, a pixel counts as background. */
const OPAQUE = 128;

/** How much a colour differs from grey, from 0 to 1. */
const chroma = (pixel: readonly number[]): number =>
  (Math.max(...pixel) - Math.min(...pixel)) / 255;

/**
 * The colour that a picture is remembered by: the most frequent one, vivid ones counting more. White and transparent
 * pixels are background.
 *
 * @param pixels red, green, blue and opacity, from 0 to 255
 * @returns `#` and six digits; null for a picture without any colour but white
 */
export function colourOfPixels(pixels: Uint8ClampedArray): string | null {
  /** Similar colours together: 16 steps each of red, green and blue. */
  const groups = new Map<
    number,
    { weight: number; count: number; sum: [number, number, number] }
  >();
  for (let index = 0; index < pixels.length; index += 4) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = pixels.subarray(index, index + 4);
    const isWhite = Math.min(red, green, blue) > 235;
    if (opacity < OPAQUE || isWhite) continue;
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const group = groups.get(key) ?? { weight: 0, count: 0, sum: [0, 0, 0] };
    group.count += 1;
    group.weight += 0.15 + chroma([red, green, blue]);
    group.sum = [group.sum[0] + red, group.sum[1] + green, group.sum[2] + blue];
    groups.set(key, group);
  }
  const [best] = [...groups.values()].toSorted((a, b) => b.weight - a.weight);
  if (!best) return null;
  const digits = best.sum.map((sum) =>
    Math.round(sum / best.count)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}

/** The colour of a logo; null if it has none, or is on a server that does not let scripts read it. */
export async function colourOfLogo(url: string): Promise<string | null> {
  const picture = new Image();
  picture.crossOrigin = 'anonymous';
  picture.src = url;
  try {
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = SAMPLE_PX;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context?.drawImage(picture, 0, 0, SAMPLE_PX, SAMPLE_PX);
    const pixels = context?.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX).data;
    return pixels ? colourOfPixels(pixels) : null;
  } catch {
    return null;
  }
}
