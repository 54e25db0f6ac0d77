/** The pictures of `portal/pictures/scenes`, by name. */
const scenes = import.meta.glob<string>('../../pictures/scenes/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The address of a scene's picture. Its size is `SCENE_SIZE`. */
export const sceneUrl = (name: string): string => scenes[`../../pictures/scenes/${name}.svg`] ?? '';

/** In px, to reserve the space. */
export const SCENE_SIZE = { width: 640, height: 400 } as const;

/** The pages of the industries, for menus and cards: the name, one such place, a line, and the scene. */
const PAGES = [
  { label: 'Cafés', one: 'Café', to: '/cafe', line: 'Slow mornings, full tables' },
  { label: 'Gyms', one: 'Gym', to: '/gym', line: 'A pulse for every hour' },
  { label: 'Retail', one: 'Shop', to: '/retail', line: 'Music that suits the rail' },
  { label: 'Offices', one: 'Office', to: '/office', line: 'Calm enough to think' },
  { label: 'Hotels', one: 'Hotel', to: '/hotel', line: 'From breakfast to the last key' },
  {
    label: 'Supermarkets',
    one: 'Supermarket',
    to: '/supermarket',
    line: 'Your offers, aisle by aisle',
  },
  { label: 'Salons', one: 'Salon', to: '/salon', line: 'The chair, the mirror, the song' },
] as const;

/** The same with their pictures. */
export const SOLUTIONS = PAGES.map((each) => ({ ...each, scene: sceneUrl(each.to.slice(1)) }));
