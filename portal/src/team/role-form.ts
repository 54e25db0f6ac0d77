import { TEAM_ROLES } from '@stationhouse/platform-api/contract/team/values';
import { z } from 'zod';

/** The role of a person, and the locations of staff. */
export const roleRules = z.object({
  role: z.enum(TEAM_ROLES),
  location_ids: z.array(z.string()).min(1, 'Choose at least one location.').nullable(),
});

export type RoleValues = z.input<typeof roleRules>;

/** Managers work for all locations, whatever was chosen before. */
export const forRole = <Values extends RoleValues>(values: Values): Values =>
  values.role === 'manager' ? { ...values, location_ids: null } : values;
