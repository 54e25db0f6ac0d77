import { render, toPlainText } from '@react-email/render';
import { createElement } from 'react';
import type { Message } from './message.ts';

/** A message ready to be sent: its words as HTML and as plain text. */
export interface RenderedMessage {
  subject: string;
  html: string;
  text: string;
}

/** Writes a message out. What its props hold is text: nothing in them becomes HTML. */
export async function renderMessage<Props extends object>(
  message: Message<Props>,
  props: Props,
): Promise<RenderedMessage> {
  const html = await render(createElement(message.Body, props));
  const text = toPlainText(html, {
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      // Cells only lay the letter out.
      { selector: 'table', format: 'block' },
    ],
  });
  return {
    subject: message.subject(props),
    html,
    text: `${text.trim().replaceAll(/\n{3,}/g, '\n\n')}\n`,
  };
}
