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

const page = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8');

/** What stands under a heading, up to the next one of any level. */
const section = (heading: string): string => page.split(`# ${heading}\n`)[1]!.split('\n#')[0]!;
/** The cells of a section's tables, row by row. */
const rows = (text: string): string[][] =>
  [...text.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split(/ ?\| ?/).map((cell) => cell.trim()));
const names = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

describe('docs/api.md lists', () => {
  it('every error code with its status', () => {
    const listed = rows(section('Error codes'))
      .filter(([status]) => /^\d+$/.test(status!))
      .flatMap(([status, codes]) => names(codes!).map((code) => [code, Number(status)]));
    expect(Object.fromEntries(listed)).toEqual(
      Object.fromEntries(Object.entries(errorTable).map(([code, { status }]) => [code, status])),
    );
  });

  it('every reason of what is unavailable', () => {
    const listed = rows(section('Reasons')).flatMap(([reason, when]) =>
      when === 'When' ? [] : [[names(reason!)[0], when]],
    );
    expect(Object.fromEntries(listed)).toEqual(unavailableReasons);
  });

  it('every status of a log', () => {
    const listed = rows(section('Log statuses')).flatMap(([status]) => names(status!));
    expect(listed.toSorted()).toEqual(logStatuses.toSorted());
  });

  it('the supported locales, in their order', () => {
    const [, list = ''] = /```text\n([^]*?)```/.exec(section('Supported locale codes')) ?? [];
    expect(list.trim().split(/\s+/)).toEqual(locales);
  });

  it('header fields that are refused, and none that is not', () => {
    const listed = rows(section('Addresses and headers')).flatMap(([, fields]) => names(fields ?? ''));
    expect(listed.length).toBeGreaterThan(20);
    expect(listed.filter((field) => !isReservedHeader(field.replace('*', 'Anything')))).toEqual([]);
  });

  it('prefixes of ids as they are', () => {
    const listed = rows(section('Conventions')).flatMap(([first, , second]) => [
      ...names(first!),
      ...names(second ?? ''),
    ]);
    const known: readonly string[] = Object.values(idPrefixes);
    expect(listed.length).toBeGreaterThan(9);
    expect(listed.filter((prefix) => !known.includes(prefix))).toEqual([]);
  });

  it('the types of ESP accounts', () => {
    expect(names(rows(section('ESP accounts')).find(([field]) => field === '`esp_type`')![2]!)).toEqual(
      expect.arrayContaining([...providerSlugs, espTypes[0], espTypes.at(-2)]),
    );
  });
});
