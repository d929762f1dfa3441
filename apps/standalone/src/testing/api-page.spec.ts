import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  errorTable,
  espTypes,
  providerSlugs,
  idPrefixes,
  isReservedHeader,
  locales,
  logStatuses,
  unavailableReasons,
} from '@postrider/contracts';

const read = (page: string): string =>
  readFileSync(new URL(`../../../../docs/guides/${page}.md`, import.meta.url), 'utf8');

/** The text under a heading, up to the next heading of any level. */
const section = (page: string, heading: string): string => read(page).split(`# ${heading}\n`)[1]!.split('\n#')[0]!;
/** The cells of a section's tables, row by row. */
const rows = (text: string): string[][] =>
  [...text.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split(/ ?\| ?/).map((cell) => cell.trim()));
const names = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

describe('the guides list', () => {
  it('every error code with its status', () => {
    const listed = rows(section('errors', 'Error codes'))
      .filter(([status]) => /^\d+$/.test(status!))
      .flatMap(([status, codes]) => names(codes!).map((code) => [code, Number(status)]));
    expect(Object.fromEntries(listed)).toEqual(
      Object.fromEntries(Object.entries(errorTable).map(([code, { status }]) => [code, status])),
    );
  });

  it('every reason of unavailable errors', () => {
    const listed = rows(section('errors', 'Reasons')).flatMap(([reason, when]) =>
      when === 'When' ? [] : [[names(reason!)[0], when]],
    );
    expect(Object.fromEntries(listed)).toEqual(unavailableReasons);
  });

  it('every status of a log', () => {
    const listed = rows(section('statuses', 'Log statuses')).flatMap(([status]) => names(status!));
    expect(listed.toSorted()).toEqual(logStatuses.toSorted());
  });

  it('the supported locales, in their order', () => {
    const [, list = ''] = /```text\n([^]*?)```/.exec(section('locales', 'Supported locale codes')) ?? [];
    expect(list.trim().split(/\s+/)).toEqual(locales);
  });

  it('exactly the rejected header fields', () => {
    const listed = rows(section('addresses', 'Headers')).flatMap(([, fields]) => names(fields ?? ''));
    expect(listed.length).toBeGreaterThan(20);
    expect(listed.filter((field) => !isReservedHeader(field.replace('*', 'Anything')))).toEqual([]);
  });

  it('the prefixes of ids', () => {
    const listed = rows(section('conventions', 'Ids')).flatMap(([first, , second]) => [
      ...names(first!),
      ...names(second ?? ''),
    ]);
    const known: readonly string[] = Object.values(idPrefixes);
    expect(listed.length).toBeGreaterThan(9);
    expect(listed.filter((prefix) => !known.includes(prefix))).toEqual([]);
  });

  it('the types of ESP accounts with the names of their providers', () => {
    const page = readFileSync(new URL('../../../../docs/reference/esp-accounts.md', import.meta.url), 'utf8');
    const [, paragraph = ''] = /^- \*\*`esp_type`\*\*([^]*?)^- \*\*/m.exec(page) ?? [];
    expect(names(paragraph).slice(0, providerSlugs.length + 1)).toEqual([
      espTypes[0],
      espTypes.at(-2),
      ...providerSlugs.filter((slug) => slug !== 'smtp'),
    ]);
  });
});
