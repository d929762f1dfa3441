import type { AlertResource } from '@postrider/contracts';
import { toTimestamp } from '@postrider/contracts';
import type { AlertEntity } from './alert.entity.js';
import type { LastNotification } from './notifications/notifications.repository.js';

/** `last` may contain notifications of other alerts, and to addresses that the alert had earlier. */
export const toAlertResource = (alert: AlertEntity, last: readonly LastNotification[]): AlertResource => ({
  object: 'alert',
  id: alert.id,
  created: toTimestamp(alert.createdAt),
  name: alert.name,
  condition: alert.condition,
  ...(alert.threshold !== null && { threshold: alert.threshold }),
  ...(alert.minimum !== null && { minimum: alert.minimum }),
  ...(alert.windowHours !== null && { window: alert.windowHours }),
  ...(alert.schedule && { schedule: alert.schedule }),
  channel: alert.channel,
  ...(alert.quietHours && { quiet_hours: alert.quietHours }),
  language: alert.language,
  enabled: alert.enabled,
  state: alert.state,
  since: toTimestamp(alert.stateSince),
  ...(alert.checkedAt && { checked: toTimestamp(alert.checkedAt) }),
  ...(alert.observed && { observed: alert.observed }),
  ...(alert.notifiedAt && { last_notified: toTimestamp(alert.notifiedAt) }),
  problems: findProblems(alert, last),
});

const findProblems = ({ id, channel }: AlertEntity, last: readonly LastNotification[]): AlertResource['problems'] => {
  const isCurrent = (address: string | null): boolean =>
    channel.type !== 'email' || (address !== null && channel.addresses.includes(address));
  return last
    .filter(({ alertId, channel: used, address }) => alertId === id && used === channel.type && isCurrent(address))
    .filter(({ outcome, message }) => outcome === 'failed' || outcome === 'refused' || (outcome === null && message))
    .map(({ address, message, createdAt }) => ({
      ...(address !== null && { address }),
      message,
      at: toTimestamp(createdAt),
    }));
};
