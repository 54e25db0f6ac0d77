import { group } from '../call.ts';
import {
  listCustomerMessages,
  listMyMessages,
  listWaitingCustomers,
  readCustomerMessages,
  readMyMessages,
  sendCustomerMessage,
  sendMyMessage,
} from './calls.ts';

export const MESSAGES = group({
  name: 'Messages',
  description: 'The thread of messages between a customer and our team.',
  calls: [
    listMyMessages,
    sendMyMessage,
    readMyMessages,
    listCustomerMessages,
    sendCustomerMessage,
    readCustomerMessages,
    listWaitingCustomers,
  ],
});
