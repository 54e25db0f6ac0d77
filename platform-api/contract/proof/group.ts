import { group } from '../call.ts';
import {
  getMyPromises,
  getProof,
  getStationPromises,
  listProofs,
  listReports,
  listSpots,
  makeProof,
  requestReport,
} from './calls.ts';

export const PROOF = group({
  name: 'Proof',
  description:
    'Evidence of the programme, for advertisers and collecting societies: proofs of play, promises kept, reports.',
  calls: [
    listSpots,
    listProofs,
    makeProof,
    getProof,
    getMyPromises,
    getStationPromises,
    requestReport,
    listReports,
  ],
});
