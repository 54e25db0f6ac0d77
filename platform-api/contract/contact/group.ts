import { group } from '../call.ts';
import { sendContactMessage } from './calls.ts';

export const CONTACT = group({
  name: 'Contact',
  description: 'The contact form.',
  calls: [sendContactMessage],
});
