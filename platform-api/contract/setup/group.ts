import { group } from '../call.ts';
import { deleteAsset, listAssets, uploadAsset } from '../assets/calls.ts';
import { notifyOperator } from './notifications.ts';
import { submitSetup } from './calls.ts';

export const SETUP = group({
  name: 'Setup',
  description: 'The setup form of a member’s station, and its files.',
  calls: [submitSetup, listAssets, uploadAsset, deleteAsset, notifyOperator],
});
