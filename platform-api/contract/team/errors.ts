/** Errors of teams, in the order of their status. `errors.ts` says how they are written. */
export const TEAM_ERRORS = {
  not_in_team: {
    status: 403,
    title: 'You are not in this team',
    detail:
      'You don’t belong to the team of this business, or no longer. Its owner can invite you.',
  },
  owner_only: {
    status: 403,
    title: 'Only for the owner',
    detail: 'Only the owner of this business can do this.',
  },
  manager_only: {
    status: 403,
    title: 'Only for managers',
    detail: 'Your role is staff. Ask the owner of this business or a manager to do this.',
  },
  all_locations_only: {
    status: 403,
    title: 'Only for all locations',
    detail:
      'You work for some locations of this business, and this is heard in all of them. Ask its owner or a manager to do it.',
  },
  invitation_for_another: {
    status: 403,
    title: 'This invitation is for another address',
    detail: 'Sign in with the email address to which the invitation was sent.',
  },
  invitation_over: {
    status: 404,
    title: 'This invitation no longer works',
    detail: 'It was used, withdrawn or replaced, or it has expired. Ask for a new one.',
  },
  already_in_team: {
    status: 409,
    title: 'Already in your team',
    detail: 'A member of your team has this address. Change their role in the list.',
  },
  team_full: {
    status: 409,
    title: 'Your team is full',
    detail: 'Remove a team member or an invitation that you no longer need first.',
  },
  own_invitation: {
    status: 422,
    title: 'This is your own address',
    detail: 'You own this business and can do everything already. Enter another address.',
  },
} as const;
