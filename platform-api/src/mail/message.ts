import { render, toPlainText } from '@react-email/render';
import { createElement, type ReactElement } from 'react';

/**
 * A kind of mail. All mails share the layout of `letter-layout.tsx`. Each .tsx file names its JSX runtime
 * in its first line, because tsx does not read our tsconfig when it starts in the repository's root.
 */
export interface Message<Props> {
  /** At most 60 characters, so that it fits a phone's list of mails. */
  subject(props: Props): string;
  Body(props: Props): ReactElement;
}

/** The props of a mail with a one-time code. */
export interface CodeAndLink {
  code: string;
  /** Does the same as the code. */
  link: string;
}

/** A rendered mail: HTML and plain text. */
export interface RenderedMessage {
  subject: string;
  html: string;
  text: string;
}

/** Renders a mail. React escapes the props, so no text in them becomes HTML. */
export async function renderMessage<Props extends object>(
  message: Message<Props>,
  props: Props,
): Promise<RenderedMessage> {
  const html = await render(createElement(message.Body, props));
  const text = toPlainText(html, {
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      // The tables are layout only.
      { selector: 'table', format: 'block' },
    ],
  });
  return {
    subject: message.subject(props),
    html,
    text: `${text.trim().replaceAll(/\n{3,}/g, '\n\n')}\n`,
  };
}
