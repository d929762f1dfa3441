/** Units of `in 2 hours`, in milliseconds. */
const units: readonly [RegExp, number][] = [
  [/^s(?:ec(?:ond)?s?)?$/, 1_000],
  [/^m(?:in(?:ute)?s?)?$/, 60_000],
  [/^h(?:(?:ou)?rs?)?$/, 3_600_000],
  [/^d(?:ays?)?$/, 86_400_000],
  [/^w(?:eeks?)?$/, 604_800_000],
];

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Hours from UTC, or a zone of the IANA database where the time depends on the season. */
const zones: Readonly<Record<string, number | string>> = {
  utc: 0,
  gmt: 0,
  et: 'America/New_York',
  ct: 'America/Chicago',
  mt: 'America/Denver',
  pt: 'America/Los_Angeles',
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
};

const maxLength = 64;
const isoDate = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
const delay = /^in (an?|\d{1,6}) ?([a-z]+)$/;
const day = /^(?:(today|tomorrow)|(?:(?:on|next) )?([a-z]+day|[a-z]{3}))(?: (?:at )?(.+))?$/;
const clock = /^(noon|midnight|(\d{1,2})(?::(\d{2}))? ?(am|pm)?)(?: ([a-z_/+-]+))?$/;

/**
 * The time of `scheduled_at` in Unix milliseconds: ISO 8601, or one of the phrases in docs/guides/resend.md. Times
 * without a zone are UTC. Undefined for anything else, and for a time today that has passed.
 */
export function parseScheduledAt(text: string, now: number): number | undefined {
  if (text.length > maxLength) return undefined;
  const iso = isoDate.exec(text.trim());
  if (iso) return timeOfIso(iso);
  const phrase = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const [, count, unit] = delay.exec(phrase) ?? [];
  if (count !== undefined && unit !== undefined) {
    const milliseconds = units.find(([name]) => name.test(unit))?.[1];
    return milliseconds && now + (/^an?$/.test(count) ? 1 : Number(count)) * milliseconds;
  }
  const [matched, relative, weekday, time = 'midnight'] = day.exec(phrase) ?? [];
  if (matched === undefined) return undefined;
  return timeOfDay(relative, weekday, time, now);
}

function timeOfIso([, date, time = '00:00', zone = 'Z']: RegExpExecArray): number | undefined {
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  const at = Date.parse(`${date}T${time}${offset}`);
  // Date.parse turns 30 February into 1 March.
  return new Date(`${date}T00:00Z`).toJSON()?.startsWith(date!) && !Number.isNaN(at) ? at : undefined;
}

function timeOfDay(
  relative: string | undefined,
  weekday: string | undefined,
  time: string,
  now: number,
): number | undefined {
  const minutes = parseMinutes(time);
  const zone = findZone(clock.exec(time)?.[5]);
  if (minutes === undefined || zone === undefined) return undefined;
  const today = new Date(now + getOffset(zone, now));
  const at = (days: number): number => {
    const local = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + days, 0, minutes);
    return local - getOffset(zone, local - getOffset(zone, local));
  };
  if (relative === 'tomorrow') return at(1);
  if (relative === 'today') return at(0) > now ? at(0) : undefined;
  const named = weekdays.findIndex((name) => name === weekday || name.slice(0, 3) === weekday);
  if (named < 0) return undefined;
  const days = (named - today.getUTCDay() + 7) % 7;
  return at(days) > now ? at(days) : at(days + 7);
}

function parseMinutes(time: string): number | undefined {
  const [matched, words, hour, minute = '0', half] = clock.exec(time) ?? [];
  if (matched === undefined) return undefined;
  if (words === 'noon') return 12 * 60;
  if (words === 'midnight') return 0;
  const [hours, minutes] = [Number(hour), Number(minute)];
  if (minutes > 59 || (half ? hours < 1 || hours > 12 : hours > 23)) return undefined;
  return (half ? (hours % 12) + (half === 'pm' ? 12 : 0) : hours) * 60 + minutes;
}

type Zone = number | string;

function findZone(name = 'utc'): Zone | undefined {
  const known = zones[name];
  if (known !== undefined) return known;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Milliseconds from UTC at this time. */
function getOffset(zone: Zone, at: number): number {
  if (typeof zone === 'number') return zone * 3_600_000;
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at);
  const [, sign, hours, minutes] =
    /GMT([+-])(\d{2}):(\d{2})/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? [];
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
