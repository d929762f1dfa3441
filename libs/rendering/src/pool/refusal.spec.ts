import { MissingTemplateData, RenderBudgetExceeded, TemplateError, TemplateFailed } from '../errors.js';
import { errorOf, refusalOf } from './refusal.js';

describe('what a worker refuses', () => {
  it.each([
    new RenderBudgetExceeded('html', 'output', 5),
    new MissingTemplateData(['name']),
    new TemplateError('html', { line: 3 }, 'is never closed'),
    new TemplateError('html', { line: 3 }, 'is never closed', [{ part: 'text', place: { line: 1 }, what: 'is wrong' }]),
    new TemplateFailed('text', 2, 'user is undefined, so it has no attribute name'),
  ])('comes back from it as it was: $message', (error) => {
    const back = errorOf(structuredClone(refusalOf(error))!);
    expect(back).toBeInstanceOf(error.constructor);
    expect(back.message).toBe(error.message);
  });

  it('is nothing that it did not foresee', () => {
    expect(refusalOf(new TypeError('x'))).toBeUndefined();
  });
});
