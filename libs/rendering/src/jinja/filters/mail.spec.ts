import { LosslessNumber } from '@postrider/numbers';
import { compileVersion } from '../../index.js';
import { renderVersion } from '../../testing/rendering.js';

const printed = async (text: string, data: unknown = {}, locale?: string): Promise<string> => {
  const mail = renderVersion({ engine: 'jinja', text, locale }, data);
  // ICU's choice of spaces differs between releases.
  return (
    await mail.then(
      ({ text: found }) => found,
      ({ message }: Error) => message,
    )
  ).replace(/[\u00a0\u202f]/g, ' ');
};

describe('the filter date', () => {
  const at = 1_795_348_800;

  it.each([
    ['{{ at|date }}', undefined, 'Nov 22, 2026'],
    ['{{ at|date("short") }}', undefined, '11/22/26'],
    ['{{ at|date("long") }}', 'de-DE', '22. November 2026'],
    ['{{ at|date("full") }}', 'fr-FR', 'dimanche 22 novembre 2026'],
    ['{{ at|date(format="long", tz="Asia/Tokyo") }}', 'ja-JP', '2026年11月22日'],
    ['{{ at|date("%d.%m.%Y, %H:%M") }}', 'de-DE', '22.11.2026, 12:00'],
    ['{{ at|date("%H:%M %Z", "Europe/Berlin") }}', 'de-DE', '13:00 MEZ'],
    ['{{ at|date("%A, %-d %B %Y") }}', 'pl-PL', 'niedziela, 22 listopada 2026'],
    ['{{ at|date("%-I:%M %p") }}', 'en-US', '12:00 PM'],
    ['{{ at|date("%d.%m.%y") }}', 'ar-EG', '22.11.26'],
    ['{{ at|date("100 %%") }}', undefined, '100 %'],
    ['{{ "2026-11-22T23:30:00Z"|date("%d %H:%M", "Asia/Tokyo") }}', undefined, '23 08:30'],
    ['{{ "2026-11-22T23:30:00+05:30"|date("%d %H:%M") }}', undefined, '22 18:00'],
    ['{{ "2026-11-22 23:30"|date("%d %H:%M") }}', undefined, '22 23:30'],
    ['{{ "2026-11-22"|date("%d %H:%M", "America/New_York") }}', undefined, '22 00:00'],
    ['{{ (at + 0.9)|date("%S") }}', undefined, '00'],
    ['{{ -1|date("%Y") }}', undefined, '1969'],
  ])('%s in %s is %s', async (text, locale, result) => {
    expect(await printed(text, { at }, locale)).toBe(result);
  });

  it.each([
    ['{{ "tomorrow"|date }}', 'date needs Unix seconds or a date such as "2026-11-22T12:00:00Z", not "tomorrow"'],
    ['{{ "2026-02-30"|date }}', 'date needs Unix seconds or a date such as "2026-11-22T12:00:00Z", not "2026-02-30"'],
    ['{{ "2026-13-01"|date }}', 'date needs Unix seconds or a date such as "2026-11-22T12:00:00Z", not "2026-13-01"'],
    ['{{ [1]|date }}', 'date needs Unix seconds or a date such as "2026-11-22T12:00:00Z", not list'],
    ['{{ true|date }}', 'date needs Unix seconds or a date such as "2026-11-22T12:00:00Z", not bool'],
    ['{{ 1e300|date }}', 'date needs Unix seconds or a date such as "2026-11-22T12:00:00Z", not one so far away'],
    ['{{ nothing|date }}', 'nothing is undefined'],
    ['{{ 1|date("iso") }}', 'date knows the formats short, medium, long, full, and patterns such as "%d.%m.%Y"'],
    ['{{ 1|date("%Q") }}', /^text, line 2: .*date has no %Q; it knows %Y %y %m %-m /],
    ['{{ 1|date("short", "Berlin") }}', 'there is no time zone "Berlin"; write one such as "Europe/Berlin"'],
  ])('%s fails with its position', async (text, message) => {
    const outcome = await printed(`\n${text}`);
    if (typeof message === 'string') expect(outcome).toBe(`text, line 2: ${message}`);
    else expect(outcome).toMatch(message);
  });
});

describe('the filter money', () => {
  it.each([
    ['{{ 1234.5|money("USD") }}', undefined, '$1,234.50'],
    ['{{ 1234.5|money("EUR") }}', 'de-DE', '1.234,50 €'],
    ['{{ "1234.5"|money("eur") }}', 'fr-FR', '1 234,50 €'],
    ['{{ 1234|money("JPY") }}', 'ja-JP', '￥1,234'],
    ['{{ -0.5|money(currency="GBP") }}', 'en-GB', '-£0.50'],
    ['{{ "12345678901234567890.12"|money("USD") }}', undefined, '$12,345,678,901,234,567,890.12'],
    ['{{ 12345678901234567890|money("USD") }}', undefined, '$12,345,678,901,234,567,890.00'],
    ['{{ [1, 2]|map("money", "USD")|join(" ") }}', 'en-GB', 'US$1.00 US$2.00'],
  ])('%s in %s is %s', async (text, locale, result) => {
    expect(await printed(text, {}, locale)).toBe(result);
  });

  it('preserves numbers of the data exactly', async () => {
    const data = { a: new LosslessNumber('1234567890123456789.15'), b: new LosslessNumber('12345678901234567890') };
    expect(await printed('{{ a|money("USD") }} {{ b|money("JPY") }}', data)).toBe(
      '$1,234,567,890,123,456,789.15 ¥12,345,678,901,234,567,890',
    );
  });

  it.each([
    ['{{ "ten"|money("EUR") }}', 'money needs a number, not "ten"'],
    ['{{ "1e5"|money("EUR") }}', 'money needs a number, not "1e5"'],
    ['{{ true|money("EUR") }}', 'money needs a number, not bool'],
    ['{{ none|money("EUR") }}', 'money needs a number, not NoneType'],
    ['{{ nothing|money("EUR") }}', 'nothing is undefined'],
    ['{{ 1|money }}', '{{ 1|money }}: money needs a currency: write |money("EUR")'],
    ['{{ 1|money("EURO") }}', 'money knows no currency "EURO"'],
    ['{{ 1|money("$") }}', 'money knows no currency "$"'],
  ])('%s fails with its position', async (text, message) => {
    expect(await printed(text)).toBe(`text, line 1: ${message}`);
  });
});

it('only a version whose output depends on its locale stores the locale', async () => {
  const compileLocale = async (text: string) => {
    const { artifact } = await compileVersion(
      { subject: 's', text, engine: 'jinja', locale: 'de-DE' },
      () => undefined,
    );
    return 'locale' in artifact ? artifact.locale : undefined;
  };
  expect(await compileLocale('{{ date }} {{ a|upper }}')).toBeUndefined();
  expect(await compileLocale('{% if a %}{{ a|money("EUR") }}{% endif %}')).toBe('de-DE');
  expect(await compileLocale('{{ a|map("date")|list }}')).toBe('de-DE');
});
