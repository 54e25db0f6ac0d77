// The mail room: one file per message, and the ways in which a message leaves the house.

/** A message as it leaves. */
export interface Letter {
  /** One address. */
  to: string;
  /** Where an answer goes: one address. Absent: to the sender, which is us. */
  reply_to?: string;
  subject: string;
  text: string;
  html: string;
  /** The same at every try of one letter; becomes its Message-ID. */
  id: string;
}

/** What carries letters: SMTP, or the mailbox page. Rejects when the letter has not been taken. */
export interface Mailer {
  send(letter: Letter): Promise<void>;
  /** Rejects while the server can't be reached or refuses to let us in. */
  check?(): Promise<void>;
}

/** A text message to a phone. */
export interface TextMessage {
  /** E.164. */
  to: string;
  text: string;
  id: string;
}

/** What carries text messages: a provider, or the mailbox page. */
export interface SmsSender {
  send(message: TextMessage): Promise<void>;
}
