import { z } from 'zod';
import type { Command, Terminal } from './index.js';
import { defineAction, defineCommand, NotUnderstood } from './index.js';

const seen: unknown[] = [];
const note = (input: unknown): void => {
  seen.push(input);
};
const shop = z.enum(['bakery', 'butcher']);
const errands = defineCommand({
  name: 'errands',
  notes: 'Nothing is paid.',
  actions: {
    list: defineAction({
      about: 'what is to be bought',
      operands: { shop },
      options: {
        count: z.boolean().default(false).meta({ description: 'only how many' }),
        maxPrice: z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).optional().meta({ value: 'N' }),
        kind: z.array(z.string()).optional().meta({ value: 'KIND', description: 'of this kind' }),
      },
      run: note,
    }),
    buy: defineAction({
      about: 'does it',
      operands: { shop, thingNames: z.array(z.string()).min(1).describe('what to buy') },
      options: { all: z.boolean().default(false) },
      run: ({ thingNames, all }) => {
        if (all) throw new NotUnderstood('--all and names contradict each other.');
        if (thingNames.includes('moon')) throw new Error('Sold out.');
        return thingNames.includes('half') ? 1 : 0;
      },
    }),
  },
});
const greet = defineCommand({
  name: 'greet',
  action: defineAction({
    about: 'says hello',
    operands: { name: z.string(), title: z.string().optional() },
    run: (input, { print }) => {
      print(`Hello ${input.title ?? ''}${input.name}`);
    },
  }),
});

describe('a command', () => {
  let printed: string[];
  let warned: string[];
  beforeEach(() => {
    [printed, warned, seen.length] = [[], [], 0];
  });
  const terminal = (): Terminal => ({ print: (line) => printed.push(line), warn: (line) => warned.push(line) });
  const run = (command: Command, line: string): Promise<number> =>
    command.run(line === '' ? [] : line.split(' '), terminal());

  it('passes the arguments to its action as the schemas parse them', async () => {
    expect(await run(errands, 'list bakery --count --max-price 7 --kind cake --kind bread')).toBe(0);
    expect(await run(errands, 'list butcher')).toBe(0);
    expect(seen).toEqual([
      { shop: 'bakery', count: true, maxPrice: 7, kind: ['cake', 'bread'] },
      { shop: 'butcher', count: false, maxPrice: undefined, kind: undefined },
    ]);
    expect(warned).toEqual([]);
  });

  it('needs no action name if it has one action', async () => {
    expect(await run(greet, 'Ada Countess')).toBe(0);
    expect(await run(greet, 'help')).toBe(0);
    expect(printed).toEqual(['Hello CountessAda', 'Hello help']);
  });

  it.each([
    ['', 'Which command: list, buy?'],
    ['--count', 'Which command: list, buy?'],
    ['steal bakery', 'There is no command "steal".'],
    ['lst bakery', 'There is no command "lst". Did you mean "list"?'],
    ['toString', 'There is no command "toString".'],
    ['list', '<shop> is missing.'],
    ['list florist', '<shop> must be one of bakery, butcher.'],
    ['list bakery now', '"now" is an unexpected argument.'],
    ['list bakery --max-price seven', '--max-price must be a whole number.'],
    ['list bakery --max-price', "Option '--max-price <value>' argument missing."],
    ['list bakery --price 7', "Unknown option '--price'."],
    ['list florist --max-price x', '<shop> must be one of bakery, butcher. --max-price must be a whole number.'],
    ['buy bakery', '<thing-names> is missing.'],
    ['buy bakery bread --all', '--all and names contradict each other.'],
  ])('names the problem in "%s" and shows the usage', async (line, problem) => {
    expect(await run(errands, line)).toBe(2);
    expect(warned).toEqual([`${problem}\n${errands.usage}`]);
    expect(printed).toEqual([]);
  });

  it('fails with a one-sentence error, or with the exit code of its action', async () => {
    expect(await run(errands, 'buy bakery moon')).toBe(1);
    expect(warned).toEqual(['Sold out.']);
    expect(await run(errands, 'buy bakery half')).toBe(1);
    expect(await run(errands, 'buy bakery bread')).toBe(0);
  });

  it.each(['--help', 'help', 'list florist --help'])('shows its usage on %s', async (line) => {
    expect(await run(errands, line)).toBe(0);
    expect(warned).toEqual([]);
    expect(printed).toEqual([
      `Usage: postrider errands list <shop> [options]                   what is to be bought
       postrider errands buy <shop> <thing-names> ... [options]  does it
Nothing is paid.
       <shop>                                                    bakery|butcher
       <thing-names>                                             what to buy (buy)
       --count                                                   only how many (list)
       --max-price N                                             (list)
       --kind KIND                                               of this kind (may be repeated) (list)
       --all                                                     (buy)
       --help                                                    this text`,
    ]);
    expect(greet.usage).toMatch(/^Usage: postrider greet <name> \[<title>\] {2}says hello\n/);
  });
});
