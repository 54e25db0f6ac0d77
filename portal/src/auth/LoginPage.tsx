import { Head } from '../ui/Head.tsx';
import { ForVisitors } from './ForVisitors.tsx';
import { authHeads } from './heads.ts';
import { SignInSteps } from './SignInSteps.tsx';

/** `/login` */
export function LoginPage() {
  return (
    <ForVisitors>
      <Head {...authHeads['/login']} />
      <SignInSteps />
    </ForVisitors>
  );
}
