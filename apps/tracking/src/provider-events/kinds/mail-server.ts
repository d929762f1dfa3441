import type { EventMeanings } from './report-reader.js';
import {
  delivered,
  deferred,
  unsubscribed,
  reportedAsSpam,
  invalidAddress,
  softBounce,
  nothing,
} from './report-reader.js';

/** Mail that comes back to an account with a mail server: actions of RFC 3464, feedback types of RFC 5965, and what is neither. */
export const mailServer: EventMeanings = {
  meanings: {
    'failed/hard': invalidAddress,
    'failed/soft': softBounce,
    delayed: deferred,
    delivered,
    relayed: nothing,
    expanded: nothing,
    'feedback/abuse': reportedAsSpam,
    'feedback/fraud': reportedAsSpam,
    'feedback/virus': reportedAsSpam,
    'feedback/other': reportedAsSpam,
    'feedback/opt-out': unsubscribed,
    'feedback/opt-out-list': unsubscribed,
    'feedback/not-spam': nothing,
    'feedback/auth-failure': nothing,
    unreadable: softBounce,
    read: nothing,
    reply: nothing,
  },
};
