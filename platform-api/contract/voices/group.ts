import { group } from '../call.ts';
import { speakName } from './spoken-names.ts';

export const VOICES = group({
  name: 'Voices',
  description: 'A name can be heard before there is an account.',
  calls: [speakName],
});
