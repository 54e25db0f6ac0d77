import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { meQuery } from '../../api/queries.ts';
import { Queries } from '../../api/Queries.tsx';
import { useVisitor } from '../../api/visitors.ts';
import { Rail } from './Rail.tsx';
import { useAdminKeys } from './use-admin-keys.ts';

const loadPalette = async () => ({ default: (await import('./Palette.tsx')).Palette });
const Palette = lazy(loadPalette);
const KeysHelp = lazy(async () => ({ default: (await import('./KeysHelp.tsx')).KeysHelp }));

/** Around the pages of the admin area: the rail, the palette, and the keys. */
export function AdminFrame() {
  return (
    <Queries>
      <meta name="robots" content="noindex" />
      <AdminShell />
    </Queries>
  );
}

function AdminShell() {
  const { visitor } = useVisitor();
  const isMember = visitor.status === 'member';
  // This tab shows what a customer sees, and customers have no admin area.
  const isView = isMember && visitor.view !== undefined;
  const { data: me } = useQuery({ ...meQuery, enabled: isMember && !isView });
  const role = isView || me?.role === 'user' ? undefined : me?.role;
  const [shown, setShown] = useState<'palette' | 'keys'>();
  useAdminKeys({
    isOn: role !== undefined,
    onPalette: () => setShown('palette'),
    onHelp: () => setShown('keys'),
  });
  useEffect(() => {
    // Fetched early, so that nothing is lost that is typed right after its keys.
    if (role !== undefined) void loadPalette().catch(() => undefined);
  }, [role]);
  const close = () => setShown(undefined);
  return (
    <div className="min-h-dvh lg:flex">
      {isView ? null : (
        <Rail role={role} onPalette={() => setShown('palette')} onKeys={() => setShown('keys')} />
      )}
      <div id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
        <Outlet />
      </div>
      <Suspense>
        {shown === 'palette' && role ? (
          <Palette role={role} onClose={close} onKeys={() => setShown('keys')} />
        ) : null}
        {shown === 'keys' ? <KeysHelp onClose={close} /> : null}
      </Suspense>
    </div>
  );
}
