/** The supported part of Mailpit's API v1 (mailpit.axllent.org/docs/api-v1). */

export interface MailAddress {
  Name: string;
  Address: string;
}

/** `Created`: time of arrival, ISO 8601. `Size`: bytes. `Snippet`: at most 250 characters. */
export interface MessageSummary {
  ID: string;
  MessageID: string;
  Read: boolean;
  From: MailAddress;
  To: MailAddress[];
  Cc: MailAddress[];
  Bcc: MailAddress[];
  ReplyTo: MailAddress[];
  Subject: string;
  Created: string;
  Username: string;
  Tags: string[];
  Size: number;
  Attachments: number;
  Snippet: string;
}

/**
 * `total`, `unread`: of the whole mailbox. `messages_count`, `messages_unread`: of all matches. `count`: of this page.
 */
export interface MessagesPage {
  total: number;
  unread: number;
  count: number;
  messages_count: number;
  messages_unread: number;
  start: number;
  tags: string[];
  messages: MessageSummary[];
}

/** `PartID` is the last segment of `/api/v1/message/{id}/part/{n}`. */
export interface MessagePart {
  PartID: string;
  FileName: string;
  ContentType: string;
  ContentID: string;
  Size: number;
}

/** `Date`: of the Date header, otherwise the time of arrival. */
export interface Message {
  ID: string;
  MessageID: string;
  From: MailAddress;
  To: MailAddress[];
  Cc: MailAddress[];
  Bcc: MailAddress[];
  ReplyTo: MailAddress[];
  ReturnPath: string;
  Subject: string;
  ListUnsubscribe: { Header: string; Links: string[]; Errors: string; HeaderPost: string };
  Date: string;
  Tags: string[];
  Username: string;
  Text: string;
  HTML: string;
  Size: number;
  Inline: MessagePart[];
  Attachments: MessagePart[];
}

/** Names in Go's canonical form (`Message-Id`), each with all its values. */
export type MessageHeaders = Record<string, string[]>;

export interface AppInformation {
  Version: string;
  LatestVersion: string;
  Database: string;
  DatabaseSize: number;
  Messages: number;
  Unread: number;
  Tags: Record<string, number>;
}
