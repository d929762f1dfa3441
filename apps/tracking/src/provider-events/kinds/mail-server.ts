import type { EventMeanings } from './report-reader.js';
import { means } from './report-reader.js';

/** Mail that comes back to an account with a mail server: actions of RFC 3464, feedback types of RFC 5965, and what is neither. */
export const mailServer: EventMeanings = {
  meanings: {
    'failed/hard': means.invalidAddress,
    'failed/soft': means.softBounce,
    delayed: means.deferred,
    delivered: means.delivered,
    relayed: null,
    expanded: null,
    'feedback/abuse': means.reportedAsSpam,
    'feedback/fraud': means.reportedAsSpam,
    'feedback/virus': means.reportedAsSpam,
    'feedback/other': means.reportedAsSpam,
    'feedback/opt-out': means.unsubscribed,
    'feedback/opt-out-list': means.unsubscribed,
    'feedback/not-spam': null,
    'feedback/auth-failure': null,
    unreadable: means.softBounce,
    read: null,
    reply: null,
  },
};
