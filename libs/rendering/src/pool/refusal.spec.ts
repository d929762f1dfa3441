import { MissingTemplateData, RenderBudgetExceeded, TemplateError, TemplateFailed } from '../errors.js';
import { toError, toRejection } from './refusal.js';

describe('an error of a worker', () => {
  it.each([
    new RenderBudgetExceeded('html', 'output', 5),
    new MissingTemplateData(['name']),
    new TemplateError('html', { line: 3 }, 'is never closed'),
    new TemplateError('html', { line: 3 }, 'is never closed', [{ part: 'text', place: { line: 1 }, what: 'is wrong' }]),
    new TemplateFailed('text', 2, 'user is undefined, so it has no attribute name'),
  ])('is restored unchanged: $message', (error) => {
    const back = toError(structuredClone(toRejection(error))!);
    expect(back).toBeInstanceOf(error.constructor);
    expect(back.message).toBe(error.message);
  });

  it('an unexpected error is no rejection', () => {
    expect(toRejection(new TypeError('x'))).toBeUndefined();
  });
});
