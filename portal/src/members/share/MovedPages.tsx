import { Navigate, useLocation } from 'react-router-dom';
import { ACCOUNT_PATH, LOOK_PATH, PRINT_PATH } from '../../api/member-paths.ts';

/** `/members/share`: leads to the first part, and links to the domain to the account. */
export function SharePage() {
  const { search, hash } = useLocation();
  const pathname = hash === '#domain' ? ACCOUNT_PATH : LOOK_PATH;
  return <Navigate to={{ pathname, search, hash }} replace />;
}

/** `/members/table-cards`: leads to Print, of which the cards are a part now. */
export const TableCardsPage = () => (
  <Navigate to={{ ...useLocation(), pathname: PRINT_PATH }} replace />
);
