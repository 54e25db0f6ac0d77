// The mail feature: the mails we send, and the transports that send them.

/** A mail that is ready to send. */
export interface Letter {
  /** One address. */
  to: string;
  /** One address for replies. Default: the sender. */
  reply_to?: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt to send a mail; becomes its Message-ID. */
  id: string;
}

/** Sends mail by SMTP or to the mailbox page. Rejects when the mail was not accepted. */
export interface Mailer {
  send(letter: Letter): Promise<void>;
  /** Composes a mail as `send` does and drops it. Missing where nothing is composed. */
  rehearse?(letter: Letter): Promise<void>;
  /** Rejects while the server can't be reached or refuses to let us in. */
  check?(): Promise<void>;
}

/** A text message. */
export interface TextMessage {
  /** E.164. */
  to: string;
  text: string;
  id: string;
}

/** Sends text messages by a provider or to the mailbox page. */
export interface SmsSender {
  send(message: TextMessage): Promise<void>;
}
