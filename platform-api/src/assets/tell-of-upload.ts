import type { AssetKind } from '../../contract/limits.ts';
import { notifyAdmin } from '../notifications/notify-admin.ts';
import type { Tell } from './keep-asset.ts';

/** What people call the kinds. */
const KIND_NAMES: Record<AssetKind, string> = {
  logo: 'Logo',
  jingle: 'Jingle',
  radio_id: 'Radio ID',
  commercial: 'Commercial spot',
};

/** Tells the operator what a member has sent. */
export const tellOfUpload: Tell = async (trx, { user_id, kind, file_name, storage_key }) => {
  const lines = [`${KIND_NAMES[kind]}: ${file_name}`];
  await notifyAdmin(trx, { user_id, kind: 'upload', object: storage_key, what: kind, lines });
};
