import { expect } from '@jest/globals';
import type { FrameLocator } from 'playwright-core';
import type { Visit } from './visit.js';

/** A template, made through the API; its first version is published. */
export async function made(visit: Visit, more: object = {}): Promise<string> {
  const { status, body } = await visit.ask<{ id: string }>('POST', '/templates', {
    name: 'Receipt',
    subject: 'Your receipt',
    html: '<p>Hello {{name}}</p>',
    ...more,
  });
  expect(status).toBe(200);
  return body.id;
}

/** Writes the HTML anew. */
export async function write({ page }: Visit, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'HTML' }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

export const previewOf = ({ page }: Visit): FrameLocator => page.frameLocator('iframe');
