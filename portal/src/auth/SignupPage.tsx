import { Link } from 'react-router-dom';
import { Head } from '../ui/Head.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { ForVisitors } from './ForVisitors.tsx';
import { authHeads } from './heads.ts';
import { withPackage } from '../api/member-paths.ts';
import { SignUpForm } from './SignUpForm.tsx';
import { useChosenPackage } from './use-chosen-package.ts';
import { WhatComesNext } from './WhatComesNext.tsx';

/** `/signup` */
export function SignupPage() {
  const chosen = useChosenPackage();
  return (
    <ForVisitors>
      <Head {...authHeads['/signup']} />
      <AuthFrame
        title="Create your account"
        lead={
          <>
            Have one already?{' '}
            <Link to={withPackage('/login', chosen)} className="link">
              Sign in
            </Link>
          </>
        }
        aside={<WhatComesNext />}
      >
        <SignUpForm />
      </AuthFrame>
    </ForVisitors>
  );
}
