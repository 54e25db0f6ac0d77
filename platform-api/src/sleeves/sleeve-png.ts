/**
 * Draws sleeves as PNG, for systems that show no SVG. Our picture library may decode no SVG in this process, since
 * members' uploads pass through it; so the few path commands of sleeves are filled here.
 */
import { loadSharp } from '../assets/picture.ts';
import { over } from '../../contract/site/colours.ts';
import { partsOf, type SleeveDesign } from '../../contract/site/sleeve.ts';

/** Steps of a full circle: the error is below a tenth of a pixel at 600 px. */
const STEPS = 240;
/** Rows within a pixel. Within a row, edges are exact. */
const ROWS = 4;

type Point = readonly [x: number, y: number];

/** The sleeve as a PNG. @param size width and height in px */
export async function drawSleevePng(design: SleeveDesign, size: number): Promise<Buffer> {
  const sharp = await loadSharp();
  const { ground, shape, dot, large, small } = partsOf(design);
  const pixels = Buffer.alloc(size * size * 3);
  const [red, green, blue] = bytesOf(ground);
  for (let at = 0; at < pixels.length; at += 3) pixels.set([red, green, blue], at);
  for (const [path, colour] of [
    [large, shape],
    [small, dot],
  ] as const) {
    const turned = polygonsOf(path).map((polygon) =>
      polygon.map((point) => turn(point, design.turn)),
    );
    fill(pixels, size, turned, bytesOf(colour));
  }
  return await sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .png({ palette: true })
    .toBuffer();
}

const bytesOf = (colour: string): [number, number, number] =>
  over(colour).map((light) => Math.round(light * 255)) as [number, number, number];

/** By quarters, clockwise around the middle of a square of 100. */
function turn(point: Point, quarters: number): Point {
  let [x, y] = point;
  for (let done = 0; done < quarters; done += 1) [x, y] = [100 - y, x];
  return [x, y];
}

/** The corners of a path's parts. It knows the commands that sleeves use: M, H, V, h, v, z, and arcs of circles. */
export function polygonsOf(path: string): Point[][] {
  const polygons: Point[][] = [];
  let polygon: Point[] = [];
  let [x, y] = [0, 0];
  const go = (to: Point): void => {
    [x, y] = to;
    polygon.push(to);
  };
  for (const [, command = '', rest = ''] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const numbers = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    const [first = 0, second = 0] = numbers;
    const [, , , isLarge = 0, isClockwise = 0, endX = 0, endY = 0] = numbers;
    if (command === 'M') {
      polygon = [];
      polygons.push(polygon);
      go([first, second]);
    } else if (command === 'H') go([first, y]);
    else if (command === 'V') go([x, first]);
    else if (command === 'h') go([x + first, y]);
    else if (command === 'v') go([x, y + first]);
    else if (command === 'a' || command === 'A') {
      const to: Point = command === 'a' ? [x + endX, y + endY] : [endX, endY];
      const arc = { radius: first, isLarge: isLarge === 1, isClockwise: isClockwise === 1 };
      for (const point of arcPoints([x, y], to, arc)) go(point);
    }
  }
  return polygons;
}

/** Points on an arc of a circle, without its start (SVG 2, B.2.4, for equal radii and no rotation). */
function arcPoints(
  [x1, y1]: Point,
  [x2, y2]: Point,
  { radius, isLarge, isClockwise }: { radius: number; isLarge: boolean; isClockwise: boolean },
): Point[] {
  const [dx, dy] = [(x2 - x1) / 2, (y2 - y1) / 2];
  const chord = Math.hypot(dx, dy);
  const away = Math.sqrt(Math.max(0, radius ** 2 - chord ** 2)) / (chord || 1);
  const side = isLarge === isClockwise ? -1 : 1;
  const [cx, cy] = [x1 + dx - side * away * dy, y1 + dy + side * away * dx];
  const start = Math.atan2(y1 - cy, x1 - cx);
  let swept = Math.atan2(y2 - cy, x2 - cx) - start;
  if (isClockwise && swept <= 0) swept += 2 * Math.PI;
  if (!isClockwise && swept >= 0) swept -= 2 * Math.PI;
  const steps = Math.ceil((Math.abs(swept) / (2 * Math.PI)) * STEPS);
  return Array.from({ length: steps }, (_, index): Point => {
    if (index === steps - 1) return [x2, y2];
    const angle = start + (swept * (index + 1)) / steps;
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
  });
}

/** Fills polygons by the even-odd rule, with smooth edges. */
function fill(
  pixels: Buffer,
  size: number,
  polygons: readonly Point[][],
  colour: readonly [number, number, number],
): void {
  const crossings = crossingsOf(polygons, size);
  const covered = new Float64Array(size);
  for (let row = 0; row < size; row += 1) {
    covered.fill(0);
    for (const places of crossings.slice(row * ROWS, (row + 1) * ROWS)) {
      places.sort((a, b) => a - b);
      for (let at = 0; at + 1 < places.length; at += 2) {
        cover(covered, places[at] ?? 0, places[at + 1] ?? 0);
      }
    }
    for (let column = 0; column < size; column += 1) {
      const share = Math.min(1, (covered[column] ?? 0) / ROWS);
      if (share === 0) continue;
      const at = (row * size + column) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const behind = pixels[at + channel] ?? 0;
        pixels[at + channel] = Math.round(behind + ((colour[channel] ?? 0) - behind) * share);
      }
    }
  }
}

/** Where the edges cross the middle of each part of a row, in px. */
function crossingsOf(polygons: readonly Point[][], size: number): number[][] {
  const [across, down] = [size / 100, (size * ROWS) / 100];
  const crossings: number[][] = Array.from({ length: size * ROWS }, () => []);
  for (const polygon of polygons) {
    for (const [index, from] of polygon.entries()) {
      const to = polygon[(index + 1) % polygon.length] ?? from;
      const [[x1, y1], [x2, y2]] = from[1] < to[1] ? [from, to] : [to, from];
      const last = Math.min(crossings.length, Math.ceil(y2 * down - 0.5));
      for (let part = Math.max(0, Math.ceil(y1 * down - 0.5)); part < last; part += 1) {
        const share = ((part + 0.5) / down - y1) / (y2 - y1);
        crossings[part]?.push((x1 + share * (x2 - x1)) * across);
      }
    }
  }
  return crossings;
}

/** Adds the share of each pixel that lies between two places of a row. */
function cover(covered: Float64Array, from: number, to: number): void {
  const [left, right] = [Math.max(0, from), Math.min(covered.length, to)];
  for (let column = Math.floor(left); column < right; column += 1) {
    covered[column] = (covered[column] ?? 0) + Math.min(right, column + 1) - Math.max(left, column);
  }
}
