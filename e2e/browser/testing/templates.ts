import { expect } from '@jest/globals';
import type { FrameLocator } from 'playwright-core';
import type { Visit } from './visit.js';

/** Creates a template through the API and returns its id. Its first version is published. */
export async function createTemplate(visit: Visit, more: object = {}): Promise<string> {
  const { status, body } = await visit.call<{ id: string }>('POST', '/templates', {
    name: 'Receipt',
    subject: 'Your receipt',
    html: '<p>Hello {{name}}</p>',
    ...more,
  });
  expect(status).toBe(200);
  return body.id;
}

/** Replaces the HTML in the editor. */
export async function write({ page }: Visit, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'HTML' }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

export const getPreview = ({ page }: Visit): FrameLocator => page.frameLocator('iframe');
