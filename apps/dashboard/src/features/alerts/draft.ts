import type { Language } from '../../i18n/language.js';
import { isLanguage } from '../../i18n/language.js';
import type { Alert, AlertBody, ChannelType, Condition } from './queries.js';

/** The settings that a condition uses, with the defaults of the API. */
export const getSettings = (condition: Condition): Pick<AlertBody, 'threshold' | 'minimum' | 'window'> =>
  ({
    bounce_rate: { threshold: 5, minimum: 100, window: 24 },
    complaint_rate: { threshold: 0.1, minimum: 1_000, window: 24 },
    esp_account_paused: {},
    no_sends: { window: 1 },
    webhook_failing: { window: 1 },
    weekly_report: {},
  })[condition];

/** The values of the form, as inputs hold them. */
export type Draft = {
  readonly name: string;
  readonly condition: Condition;
  readonly threshold: string;
  readonly minimum: string;
  readonly window: string;
  readonly schedule: {
    readonly weekday: NonNullable<AlertBody['schedule']>['weekday'];
    readonly hour: string;
    readonly time_zone: string;
  };
  readonly channel: {
    readonly type: ChannelType;
    /** One address per line. */
    readonly addresses: string;
    readonly webhook: string;
    readonly webhook_url: string;
  };
  readonly isQuiet: boolean;
  readonly quiet_hours: { readonly from: string; readonly to: string; readonly time_zone: string };
  readonly language: Language;
};

const newSchedule = (time_zone: string) => ({ weekday: 'monday' as const, hour: '8', time_zone });

const shown = (value: number | undefined): string => (value === undefined ? '' : String(value));

/** The draft of a new alert. `defaults` has the address, time zone and language of the user. */
export function newDraft(defaults: { address: string; timeZone: string; language: Language }): Draft {
  const { threshold, minimum, window } = getSettings('bounce_rate');
  return {
    name: '',
    condition: 'bounce_rate',
    threshold: shown(threshold),
    minimum: shown(minimum),
    window: shown(window),
    schedule: newSchedule(defaults.timeZone),
    channel: { type: 'email', addresses: defaults.address, webhook: '', webhook_url: '' },
    isQuiet: false,
    quiet_hours: { from: '22:00', to: '07:00', time_zone: defaults.timeZone },
    language: defaults.language,
  };
}

export function toDraft(alert: Alert, timeZone: string): Draft {
  const { type, addresses = [], webhook = '' } = alert.channel;
  return {
    name: alert.name,
    condition: alert.condition as Condition,
    threshold: shown(alert.threshold),
    minimum: shown(alert.minimum),
    window: shown(alert.window),
    schedule: alert.schedule ? { ...alert.schedule, hour: String(alert.schedule.hour) } : newSchedule(timeZone),
    channel: { type, addresses: addresses.join('\n'), webhook, webhook_url: '' },
    isQuiet: alert.quiet_hours !== undefined,
    quiet_hours: alert.quiet_hours ?? { from: '22:00', to: '07:00', time_zone: timeZone },
    language: isLanguage(alert.language) ? alert.language : 'en',
  };
}

/** The fields that the condition and the channel use. */
export function toBody(draft: Draft): AlertBody {
  const { name, condition, schedule, channel, isQuiet, quiet_hours, language } = draft;
  const used = Object.keys(getSettings(condition)) as ('threshold' | 'minimum' | 'window')[];
  return {
    name: name.trim(),
    condition,
    ...Object.fromEntries(used.filter((field) => draft[field] !== '').map((field) => [field, Number(draft[field])])),
    ...(condition === 'weekly_report' && { schedule: { ...schedule, hour: Number(schedule.hour) } }),
    channel: toChannel(channel),
    ...(isQuiet && { quiet_hours }),
    language,
  };
}

function toChannel({ type, addresses, webhook, webhook_url }: Draft['channel']): AlertBody['channel'] {
  if (type === 'webhook') return { type, webhook };
  if (type === 'slack') return { type, ...(webhook_url !== '' && { webhook_url }) };
  return { type, addresses: addresses.split(/[\s,;]+/).filter((address) => address !== '') };
}
