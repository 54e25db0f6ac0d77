/** The roles of team members. The owner of a business has every right, and no role. */
export const TEAM_ROLES = ['manager', 'staff'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/**
 * The people who may make a call for a business that a request names in `BUSINESS_HEADER`: with `staff`, managers too.
 * `self`: the call is about the signed-in person, so the header is ignored.
 */
export type TeamAccess = TeamRole | 'owner' | 'self';

/** The request header with the public id of the station for which a team member acts. */
export const BUSINESS_HEADER = 'Business';

/** Team members and open invitations of a business, so that the list stays one page. */
export const MAX_TEAM_SIZE = 100;

/** An invitation can be accepted for this long. */
export const INVITATION_DAYS = 7;
