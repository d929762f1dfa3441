import { compileVersion, renderArtifact } from '../index.js';
import type { RenderOptions, RenderedMessage, VersionSource } from '../index.js';

/** Compiles, stores and renders like the services: the artifact is converted to JSON and back. */
export async function renderVersion(
  source: Partial<VersionSource>,
  data: unknown,
  { snippets = {}, ...options }: RenderOptions & { snippets?: Record<string, string> } = {},
): Promise<RenderedMessage> {
  const { artifact } = await compileVersion({ subject: 'Subject', ...source }, (name) => snippets[name]);
  return renderArtifact(JSON.parse(JSON.stringify(artifact)), data, options);
}

export const renderHtml = async (
  html: string,
  data: unknown = {},
  snippets: Record<string, string> = {},
): Promise<string | undefined> => (await renderVersion({ html, text: 'text' }, data, { snippets })).html;

export const renderText = async (
  text: string,
  data: unknown = {},
  snippets: Record<string, string> = {},
): Promise<string> => (await renderVersion({ text }, data, { snippets })).text;

/** The message with which a version is rejected; Mustache by default. */
export async function getRejection(
  source: Partial<VersionSource>,
  snippets: Record<string, string> = {},
): Promise<string> {
  try {
    await compileVersion({ subject: 'Subject', engine: 'mustache', ...source }, (name) => snippets[name]);
  } catch (error) {
    if (error instanceof Error && error.name === 'TemplateError') return error.message;
    throw error;
  }
  throw new Error('The version was not rejected');
}
