import { expect, test } from 'vitest';
import { answered } from '../api/test/answers.ts';
import { visitors } from '../api/visitors.ts';
import { doing, until } from '../ui/test/draw.tsx';
import { choose, mp3, openUploads } from './test/open-uploads.tsx';
import { uploads } from './upload-queue.ts';
import { UploadCard } from './UploadCard.tsx';

test('signing out cancels all uploads', async () => {
  localStorage.setItem('signed-in', 'yes');
  const end = visitors.watch();
  const { line } = await openUploads(<UploadCard kind="radio_id" packageName="Starter" />, {
    'POST /v1/auth/signout': answered(null),
  });
  await until(() => expect(visitors.snapshot().status).toBe('member'));
  await choose([mp3('One.mp3'), mp3('Two.mp3'), mp3('Three.mp3')]);
  await until(() => expect(line).toHaveLength(2));
  await doing(() => visitors.signOut());
  await until(() => expect(uploads.snapshot().uploads).toEqual([]));
  expect(line.map(({ isAborted }) => isAborted())).toEqual([true, true]);
  expect(line).toHaveLength(2);
  end();
});
