// Hooks of every test file of the API. They are here because files of one worker share their modules: a
// hook in a helper would be registered for the first file only.
import { afterEach } from 'vitest';
import { cleanUp } from './cleanup.ts';

afterEach(cleanUp);
