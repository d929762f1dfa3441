import { describe, expect, it } from '@jest/globals';
import { matchSteps, nextStep } from './step-list.js';

const known = (id: string, templateId: string, delaySeconds = '60') => ({ id, templateId, delaySeconds });
const wanted = (templateId: string, delaySeconds = '60', id?: string) => ({
  id,
  templateId,
  templateName: templateId,
  delaySeconds,
});

describe('matchSteps', () => {
  const replace = (before: ReturnType<typeof known>[], after: ReturnType<typeof wanted>[]) => {
    let created = 0;
    const matched = matchSteps(before, after, () => `new${++created}`);
    return matched && { ids: matched.steps.map(({ id }) => id), removed: matched.removed };
  };

  it('keeps the steps that are given by id', () => {
    const before = [known('one', 'a'), known('two', 'a')];
    expect(replace(before, [wanted('a', '60', 'two'), wanted('b', '60', 'one')])).toEqual({
      ids: ['two', 'one'],
      removed: [],
    });
  });

  it('matches the others by template and delay, then by template', () => {
    const before = [known('one', 'a', '0'), known('two', 'a', '60'), known('three', 'b')];
    expect(replace(before, [wanted('a', '60')])).toEqual({ ids: ['two'], removed: ['one', 'three'] });
    expect(replace(before, [wanted('a', '5'), wanted('b', '5')])).toEqual({ ids: ['one', 'three'], removed: ['two'] });
    expect(replace(before, [wanted('c'), wanted('b')])).toEqual({ ids: ['new1', 'three'], removed: ['one', 'two'] });
  });

  it('returns undefined for an unknown or repeated id', () => {
    expect(replace([known('one', 'a')], [wanted('a', '60', 'other')])).toBeUndefined();
    expect(replace([known('one', 'a')], [wanted('a', '60', 'one'), wanted('a', '60', 'one')])).toBeUndefined();
  });
});

describe('nextStep', () => {
  const next = (steps: string, had: string) =>
    nextStep(
      [...steps].map((id) => ({ id })),
      [...had],
    )?.id;

  it('returns the step after the last one reached', () => {
    expect(next('abc', 'a')).toBe('b');
    expect(next('abc', 'abc')).toBeUndefined();
  });

  it('uses the current order and never repeats a step', () => {
    expect(next('cab', 'ab')).toBeUndefined();
    expect(next('bca', 'ab')).toBe('c');
    expect(next('bac', 'ab')).toBe('c');
    expect(next('axb', 'a')).toBe('x');
  });

  it('returns the step after the last reached one that still exists', () => {
    expect(next('acd', 'ab')).toBe('c');
    expect(next('cd', 'ab')).toBe('c');
    expect(next('', 'a')).toBeUndefined();
  });
});
