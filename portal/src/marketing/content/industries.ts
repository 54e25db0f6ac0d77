import { cafe } from './cafe.ts';
import type { IndustryContent } from './content.ts';
import { gym } from './gym.ts';
import { hotel } from './hotel.ts';
import type { IndustryPath } from './industry-names.ts';
import { office } from './office.ts';
import { retail } from './retail.ts';
import { salon } from './salon.ts';
import { supermarket } from './supermarket.ts';

export interface Industry {
  path: IndustryPath;
  content: IndustryContent;
}

/** Every industry page with its words, in the order of the menus. */
export const industries: readonly Industry[] = [
  { path: '/cafe', content: cafe },
  { path: '/gym', content: gym },
  { path: '/retail', content: retail },
  { path: '/office', content: office },
  { path: '/hotel', content: hotel },
  { path: '/supermarket', content: supermarket },
  { path: '/salon', content: salon },
];
