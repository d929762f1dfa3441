import { MissingTemplateData, RenderBudgetExceeded, TemplateError, TemplateFailed } from '../errors.js';
import { toError, toRefusal } from './refusal.js';

describe('an error of a worker', () => {
  it.each([
    new RenderBudgetExceeded('html', 'output', 5),
    new MissingTemplateData(['name']),
    new TemplateError('html', { line: 3 }, 'is never closed'),
    new TemplateError('html', { line: 3 }, 'is never closed', [{ part: 'text', place: { line: 1 }, what: 'is wrong' }]),
    new TemplateFailed('text', 2, 'user is undefined, so it has no attribute name'),
  ])('an error is restored unchanged: $message', (error) => {
    const back = toError(structuredClone(toRefusal(error))!);
    expect(back).toBeInstanceOf(error.constructor);
    expect(back.message).toBe(error.message);
  });

  it('an unexpected error is no refusal', () => {
    expect(toRefusal(new TypeError('x'))).toBeUndefined();
  });
});
