/** A cover's side in pixels. */
export const coverSize = 600;

/** The brand: a well-lit studio. Warm paper, deep indigo, and one orange light that is on air. */
const paper = '#FBF8F3';
const shade = '#ECE4D8';
const indigo = '#1A0A53';
const light = '#F26B21';
const dusk = '#2C1D66';

function sheet(background: string, shapes: readonly string[]): string {
  const box = `width="${coverSize}" height="${coverSize}" viewBox="0 0 ${coverSize} ${coverSize}"`;
  const ground = `<rect width="${coverSize}" height="${coverSize}" fill="${background}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${ground}${shapes.join('')}</svg>`;
}

function disc(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
}

function block(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
}

function shape(path: string, fill: string): string {
  return `<path d="${path}" fill="${fill}"/>`;
}

function line(path: string, width: number, stroke: string): string {
  return `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
}

/** A half disc standing on its flat side (`up`) or hanging from it (`down`). */
function half(x: number, y: number, radius: number, way: 'up' | 'down', fill: string): string {
  const sweep = way === 'up' ? 1 : 0;
  return shape(`M${x - radius} ${y}A${radius} ${radius} 0 0 ${sweep} ${x + radius} ${y}Z`, fill);
}

/** A cup on a counter, and the sun rising out of it. */
function morningCounter(): string {
  return sheet(paper, [
    half(262, 270, 138, 'up', light),
    line('M440 312H466A48 48 0 0 1 466 408H360', 34, indigo),
    half(262, 270, 212, 'down', indigo),
    block(0, 452, 600, 148, shade),
  ]);
}

/** One length of cloth folded back on itself, and a light at its end. */
function linenHours(): string {
  const cloth = 'M-10 138H420A81 81 0 0 1 420 300H180A81 81 0 0 0 180 462H372';
  return sheet(shade, [line(cloth, 116, indigo), disc(462, 462, 58, light)]);
}

/** A tall arched window by day, with the low sun in one pane. */
function windowSeat(): string {
  return sheet(indigo, [
    shape('M100 476V250A200 200 0 0 1 500 250V476Z', paper),
    shape('M310 476V346A130 130 0 0 1 440 476Z', light),
    block(290, 40, 20, 440, indigo),
    block(90, 240, 420, 20, indigo),
    block(50, 496, 500, 44, paper),
  ]);
}

/** The bend of a running track from above, and one runner on it. */
function secondWind(): string {
  const lanes = [500, 412, 324, 236, 148].map((radius) =>
    line(`M-20 ${600 - radius}H40A${radius} ${radius} 0 0 1 ${40 + radius} 600V620`, 60, indigo),
  );
  const along = 324 * Math.SQRT1_2;
  return sheet(paper, [...lanes, disc(40 + along, 600 - along, 48, light)]);
}

/** Two ribbed lanterns at their own heights; one is lit. */
function paperLanterns(): string {
  const lantern = (x: number, y: number, radius: number, fill: string): string => {
    const ribs = [-0.6, -0.2, 0.2, 0.6].map((at) =>
      block(x - radius - 2, y + radius * (at - 0.03), 2 * radius + 4, radius * 0.06, shade),
    );
    return line(`M${x} 0V${y - radius}`, 10, indigo) + disc(x, y, radius, fill) + ribs.join('');
  };
  return sheet(shade, [lantern(200, 384, 160, indigo), lantern(438, 200, 116, light)]);
}

/** Lamps turned half down for the night, and one still warm. */
function lightsHalfDown(): string {
  const cells = [110, 300, 490];
  const lamps = cells.flatMap((y, row) =>
    cells.map((x, column) => {
      const lit = row === 1 && column === 2 ? light : paper;
      return half(x, y, 80, 'up', lit) + half(x, y, 80, 'down', dusk);
    }),
  );
  return sheet(indigo, lamps);
}

/** The covers as SVG, by the slug of the track they belong to. */
export const covers: Readonly<Record<string, string>> = {
  '01-morning-counter': morningCounter(),
  '02-linen-hours': linenHours(),
  '03-window-seat': windowSeat(),
  '04-second-wind': secondWind(),
  '05-paper-lanterns': paperLanterns(),
  '06-lights-half-down': lightsHalfDown(),
};
