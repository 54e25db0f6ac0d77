import type { Profile } from '@stationhouse/sdk/client';
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ProfileForm } from './ProfileForm.tsx';

interface UpdateProfileProps {
  profile: Profile;
  /** The number that the member signs in with, which is not changed here; null: none. */
  loginPhone: string | null;
}

/** The member's names, where we reach them, and their company. */
export function UpdateProfile({ profile, loginPhone }: UpdateProfileProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title="Update Profile"
      description="Who you are and where we reach you. A company you name here stands on your next order."
      wide
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button kind="secondary">Update Profile</Button>}
    >
      <ProfileForm profile={profile} loginPhone={loginPhone} onSaved={() => setOpen(false)} />
    </Dialog>
  );
}
