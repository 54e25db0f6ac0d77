/** Where those who have signed in go on to (specification §2). */
export const MEMBERS_PATH = '/members';
