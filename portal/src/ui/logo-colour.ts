/** The logo is looked at in this size, in px: letters and shapes remain. */
const SAMPLE_PX = 64;

/** Half as opaque as this, a pixel counts as background. */
const OPAQUE = 128;

/** Colours that are proposed, at most. */
export const MAX_LOGO_COLOURS = 5;

/** In OKLab: colours that are less far apart are one colour with its edges and shades. */
const SAME = 0.09;

/** In OKLab: with less chroma a colour is a grey. */
const GREY = 0.035;

/** Of the coloured pixels: less is an edge, or noise of JPEG. */
const LEAST_SHARE = 0.015;

/** Of the area of a colour: less of the same hue is its edge, mixed with the ground. */
const EDGE_SHARE = 0.25;

/** In radians. */
const SAME_HUE = 0.35;

type Triple = readonly [number, number, number];

/** Pixels of nearly one colour. */
interface Group {
  lab: Triple;
  /** Red, green and blue, from 0 to 255. */
  rgb: Triple;
  count: number;
}

/** OKLab of an sRGB colour (Ottosson, "A perceptual color space for image processing"). */
function labOf(rgb: Triple): Triple {
  const [r, g, b] = rgb.map((value) => {
    const light = value / 255;
    return light <= 0.040_45 ? light / 12.92 : ((light + 0.055) / 1.055) ** 2.4;
  }) as unknown as Triple;
  const l = Math.cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b);
  const m = Math.cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b);
  const s = Math.cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b);
  return [
    0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
    1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
    0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
  ];
}

const distance = (one: Triple, other: Triple): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);

const chroma = ([, a, b]: Triple): number => Math.hypot(a, b);

/** The opaque pixels but white ones, with similar colours together: 32 steps each of red, green and blue. */
function groupsIn(pixels: Uint8ClampedArray): Group[] {
  const sums = new Map<number, [count: number, red: number, green: number, blue: number]>();
  for (let index = 0; index < pixels.length; index += 4) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = pixels.subarray(index, index + 4);
    if (opacity < OPAQUE || Math.min(red, green, blue) > 235) continue;
    const key = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
    const sum = sums.get(key) ?? [0, 0, 0, 0];
    sums.set(key, [sum[0] + 1, sum[1] + red, sum[2] + green, sum[3] + blue]);
  }
  return [...sums.values()]
    .map(([count, ...sum]) => {
      const rgb = sum.map((value) => value / count) as unknown as Triple;
      return { count, rgb, lab: labOf(rgb) };
    })
    .toSorted((a, b) => b.count - a.count);
}

/** Each group joins the larger one that it is a shade of. A colour is the mean of its most frequent shades, without edges. */
function clustersOf(groups: readonly Group[]): Group[] {
  const clusters: (Group & { core: number; sum: [number, number, number] })[] = [];
  for (const { count, rgb, lab } of groups) {
    const near = clusters.find((cluster) => distance(cluster.lab, lab) < SAME);
    if (!near) {
      const sum = rgb.map((value) => value * count) as [number, number, number];
      clusters.push({ lab, rgb, count, core: count, sum });
      continue;
    }
    near.count += count;
    if (distance(near.lab, lab) > SAME / 3) continue;
    near.core += count;
    near.sum = [0, 1, 2].map((n) => (near.sum[n] ?? 0) + (rgb[n] ?? 0) * count) as typeof near.sum;
  }
  return clusters.map(({ sum, core, count, lab }) => ({
    rgb: sum.map((value) => value / core) as unknown as Triple,
    lab,
    count,
  }));
}

/** How much a colour stands for its logo: its area and its chroma, pale and nearly black colours less. */
function standing({ lab, count }: Group): number {
  const [lightness] = lab;
  const isPale = lightness > 0.86 && chroma(lab) < 0.12;
  const isNight = lightness < 0.28;
  return count ** 0.5 * chroma(lab) * (isPale ? 0.15 : isNight ? 0.5 : 1);
}

/** Whether a colour is only where another one meets the ground: the same hue on a small area. */
function isEdgeOf({ lab, count }: Group, of: Group): boolean {
  const hue = ([, a, b]: Triple) => Math.atan2(b, a);
  const apart = Math.abs(hue(lab) - hue(of.lab));
  return count < EDGE_SHARE * of.count && Math.min(apart, 2 * Math.PI - apart) < SAME_HUE;
}

const hexOf = ({ rgb }: Group): string =>
  `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

/**
 * The colours that a picture is remembered by, the best first. White and transparent pixels are background. Greys count
 * where there is nothing else: then the darkest is the colour.
 * @param pixels red, green, blue and opacity, from 0 to 255
 * @returns `#` and six digits each, at most `MAX_LOGO_COLOURS`
 */
export function coloursOfPixels(pixels: Uint8ClampedArray): string[] {
  const clusters = clustersOf(groupsIn(pixels));
  const coloured = clusters.filter(({ lab }) => chroma(lab) >= GREY);
  const area = coloured.reduce((sum, { count }) => sum + count, 0);
  const found = coloured
    .filter(({ count }) => count >= LEAST_SHARE * area)
    .toSorted((a, b) => standing(b) - standing(a))
    .filter((each, n, all) => !all.slice(0, n).some((better) => isEdgeOf(each, better)));
  if (found.length > 0) return found.slice(0, MAX_LOGO_COLOURS).map(hexOf);
  const [darkest] = clusters.toSorted((a, b) => a.lab[0] - b.lab[0]);
  return darkest ? [hexOf(darkest)] : [];
}

/** The colours of a logo; none if it has none, or is on a server that does not let scripts read it. */
export async function coloursOfLogo(url: string): Promise<string[]> {
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
    return pixels ? coloursOfPixels(pixels) : [];
  } catch {
    return [];
  }
}
