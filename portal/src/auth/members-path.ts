/**
 * Where those who have signed in go on to. The specification's `/members` takes this place with the page
 * itself; until then it is the landing page, for nobody should be led to 'not found'.
 */
export const MEMBERS_PATH = '/';
