import { MissingTemplateData, RenderBudgetExceeded, TemplateError, TemplateFailed } from '../errors.js';
import { errorOf, refusalOf } from './refusal.js';

describe('an error of a worker', () => {
  it.each([
    new RenderBudgetExceeded('html', 'output', 5),
    new MissingTemplateData(['name']),
    new TemplateError('html', { line: 3 }, 'is never closed'),
    new TemplateError('html', { line: 3 }, 'is never closed', [{ part: 'text', place: { line: 1 }, what: 'is wrong' }]),
    new TemplateFailed('text', 2, 'user is undefined, so it has no attribute name'),
  ])('is restored unchanged: $message', (error) => {
    const back = errorOf(structuredClone(refusalOf(error))!);
    expect(back).toBeInstanceOf(error.constructor);
    expect(back.message).toBe(error.message);
  });

  it('is undefined for an unexpected error', () => {
    expect(refusalOf(new TypeError('x'))).toBeUndefined();
  });
});
