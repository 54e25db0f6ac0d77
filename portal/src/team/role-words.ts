import type { TeamRole } from '@stationhouse/platform-api/contract/team/values';

/** The words for each role: of its people to the owner, and to themselves. */
export const ROLES: Record<TeamRole, { name: string; may: string; youMay: string }> = {
  staff: {
    name: 'Staff',
    may: 'Sees what is on air, skips songs, makes announcements and closes the station for holidays.',
    youMay:
      'You see what is on air, skip songs, make announcements and close the station for holidays.',
  },
  manager: {
    name: 'Manager',
    may: 'Does everything except billing, packages, API keys, the team and deletion.',
    youMay:
      'You do everything for the station except billing, packages, API keys, the team and deletion.',
  },
};

/** A role in words, with the number of locations of staff who work for some. */
export function roleInWords({
  role,
  location_ids,
}: {
  role: TeamRole;
  location_ids: readonly string[] | null;
}): string {
  const { name } = ROLES[role];
  if (location_ids === null) return name;
  const count = location_ids.length;
  return `${name}, ${count} ${count === 1 ? 'location' : 'locations'}`;
}

/** For a select, the role with fewer rights first. */
export const ROLE_CHOICES = [
  { value: 'staff', label: ROLES.staff.name },
  { value: 'manager', label: ROLES.manager.name },
] as const;
