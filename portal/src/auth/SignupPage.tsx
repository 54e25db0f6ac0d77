import { Link } from 'react-router-dom';
import { Head } from '../Head.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { ForVisitors } from './ForVisitors.tsx';
import { authHeads } from './heads.ts';
import { SignUpForm } from './SignUpForm.tsx';
import { WhatComesNext } from './WhatComesNext.tsx';

/** `/signup` */
export function SignupPage() {
  return (
    <ForVisitors>
      <Head {...authHeads['/signup']} />
      <AuthFrame
        title="Create your account"
        lead={
          <>
            Have one already?{' '}
            <Link to="/login" className="link">
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
