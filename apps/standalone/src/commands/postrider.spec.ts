import { readFileSync, statSync } from 'node:fs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { runPostrider } from './postrider.command.js';

let printed: string[];
let warned: string[];
beforeEach(() => {
  printed = [];
  warned = [];
});
const run = (...args: string[]): Promise<number> =>
  runPostrider(args, { print: (line) => printed.push(line), warn: (line) => warned.push(line) });

describe('postrider', () => {
  it.each([[[]], [['--help']], [['help']]])('lists all commands with one line each: %j', async (args) => {
    expect(await run(...args)).toBe(0);
    expect(warned).toEqual([]);
    const listed = [...printed.join('\n').matchAll(/^ {2}([a-z-]+) {2,}\S.*$/gm)].map(([, name]) => name!);
    expect(listed).toEqual(expect.arrayContaining(['accounts', 'doctor', 'failures', 'rotate-secrets', 'webhooks']));
    expect(listed).toEqual(listed.toSorted());
    const reference = readFileSync('docs/operate/commands.md', 'utf8');
    expect(listed.filter((name) => !reference.includes(`\`${name}\``))).toEqual([]);
  });

  it('prints the usage of every command in the list', async () => {
    await run();
    for (const [, name = ''] of printed[0]!.matchAll(/^ {2}([a-z-]+) {2}/gm)) {
      printed = [];
      expect(await run(name, '--help')).toBe(0);
      expect(printed.join('\n')).toMatch(new RegExp(`^Usage: postrider ${name}\\b`));
    }
    expect(warned).toEqual([]);
  });

  it.each([
    ['acounts', ' Did you mean "accounts"?'],
    ['user', ' Did you mean "users"?'],
    ['dead', ' Did you mean "dead-letters"?'],
    ['toString', ''],
  ])('rejects the unknown command %s, and suggests the closest', async (name, advice) => {
    expect(await run(name)).toBe(2);
    expect(warned).toEqual([`There is no command "${name}".${advice} Run "postrider" for the list of commands.`]);
    expect(printed).toEqual([]);
  });

  it('passes on arguments and the exit code of a command', async () => {
    expect(await run('openapi')).toBe(0);
    expect(JSON.parse(printed[0]!)).toMatchObject({ openapi: expect.stringMatching(/^3\./) });
    expect(await run('openapi', 'now')).toBe(2);
  });

  it('the command is an executable of the image that runs the build', () => {
    const script = readFileSync('docker/postrider', 'utf8');
    expect(script).toMatch(/^#!\/usr\/local\/bin\/node\n/);
    expect(script).toContain("import('/app/dist/apps/standalone/src/postrider.js')");
    expect(statSync('docker/postrider').mode & 0o111).toBe(0o111);
    expect(statSync('apps/standalone/src/postrider.ts').isFile()).toBe(true);
  });
});
