// Hooks of every test file of the API. They are here because files of one worker share their modules: a
// hook in a helper would be registered for the first file only.
import { afterEach, inject } from 'vitest';
import { useBundles } from '../src/preparation/run-program.ts';
import { cleanUp } from './cleanup.ts';

useBundles(inject('programBundles'));
afterEach(cleanUp);
