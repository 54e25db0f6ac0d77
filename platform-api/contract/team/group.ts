import { group } from '../call.ts';
import {
  changeTeamMember,
  inviteTeamMember,
  joinTeam,
  leaveTeam,
  listMyTeams,
  listTeam,
  readTeamInvitation,
  removeTeamMember,
  resendTeamInvitation,
  revokeTeamInvitation,
} from './calls.ts';

export const TEAM = group({
  name: 'Team',
  description:
    'People who work for a business beside its owner: managers, and staff for announcements, pauses and the programme.',
  calls: [
    listTeam,
    inviteTeamMember,
    resendTeamInvitation,
    revokeTeamInvitation,
    changeTeamMember,
    removeTeamMember,
    listMyTeams,
    leaveTeam,
    readTeamInvitation,
    joinTeam,
  ],
});
