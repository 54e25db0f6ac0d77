import { listSilentLocations } from '../locations/calls.ts';
import { group } from '../call.ts';
import { removeCustomerSecondFactor } from '../accounts/second-factor.ts';
import { getStats, listAudit, listTroubles } from './calls.ts';
import { actOnFailed, changeModes, getOperations } from './operations.ts';
import {
  changeCustomerPackage,
  changeRole,
  checkStation,
  deleteCustomer,
  deleteCustomerAsset,
  endSupportView,
  listCustomerApiKeys,
  quoteCustomerPackage,
  resetCustomerPassword,
  revokeCustomerApiKey,
  startSupportView,
  uploadCustomerAsset,
} from './customer-acts.ts';
import { listCustomerTimeline } from './customer-timeline.ts';
import { changeCustomer, exportCustomers, getCustomer, listCustomers } from './customers.ts';
import { listListeningStations, listStationListeners } from '../listening/calls.ts';
import { erasePersonalData, findPersonalData } from './personal-data.ts';
import { changeStreamHost, previewStreamHost } from './stream-hosts.ts';
import {
  acceptRadioId,
  listSpokenIds,
  recordRadioId,
  removeRadioId,
  speakRadioId,
} from '../voices/calls.ts';

export const OPERATOR = group({
  name: 'Operator',
  description: 'For admins only.',
  calls: [
    getStats,
    listListeningStations,
    listStationListeners,
    listCustomers,
    exportCustomers,
    getCustomer,
    listCustomerTimeline,
    changeCustomer,
    checkStation,
    uploadCustomerAsset,
    deleteCustomerAsset,
    listSpokenIds,
    speakRadioId,
    recordRadioId,
    acceptRadioId,
    removeRadioId,
    resetCustomerPassword,
    removeCustomerSecondFactor,
    listCustomerApiKeys,
    revokeCustomerApiKey,
    startSupportView,
    endSupportView,
    deleteCustomer,
    quoteCustomerPackage,
    changeCustomerPackage,
    changeRole,
    listAudit,
    listTroubles,
    listSilentLocations,
    previewStreamHost,
    changeStreamHost,
    findPersonalData,
    erasePersonalData,
    getOperations,
    actOnFailed,
    changeModes,
  ],
});
