import { compileVersion, Renderer } from '@postrider/rendering';
import type { RequestContext } from '@postrider/contracts';
import type { ArtifactsRepository } from '../artifacts/artifacts.repository.js';
import { RenderService } from './render.service.js';
import type { ResolutionService } from './resolution.service.js';

const items = (length: number): number[] => Array.from({ length }, () => 1);
const version = { templateName: 'T', name: 'V', locale: 'en-US', artifactId: 'art_1' };
const resolution = { one: () => Promise.resolve(version) } as unknown as ResolutionService;

describe('a large rendering', () => {
  const outcome = async (limits: ConstructorParameters<typeof Renderer>[0], length: number, forMs = 60_000) => {
    const { artifact } = await compileVersion({ subject: 's', text: '{{#a}}{{.}}{{/a}}' }, () => undefined);
    const artifacts = { find: () => Promise.resolve(artifact) } as unknown as ArtifactsRepository;
    const renderer = new Renderer(limits);
    const context: RequestContext = { accountId: 'acc_1', requestId: 'req_1', deadline: Date.now() + forMs };
    const rendering = new RenderService(resolution, artifacts, renderer).render(context, {
      template: 'tem_1',
      template_data: { a: items(length) },
    });
    const outcome = await rendering.then(
      ({ text }) => text,
      ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
    );
    await renderer.close();
    return outcome;
  };

  it('runs in a worker', async () => {
    expect(await outcome({}, 5_000)).toBe('1'.repeat(5_000));
  });

  it('the rendering is rejected when it exceeds the limits of an email or takes too long', async () => {
    expect(await outcome({}, 120_000)).toBe(
      'invalid_template: text needs more than 200,000 rendered tags and pieces of text',
    );
    expect(await outcome({ deadlineMs: 0 }, 120_000)).toBe('invalid_template: rendering it takes more than 0 seconds');
  });

  it('the rendering is unavailable when the queue is full or the deadline of its caller passes', async () => {
    expect(await outcome({ workers: 0, queue: 0 }, 5_000)).toMatch(/^unavailable: Too many renderings are waiting/);
    expect(await outcome({ workers: 0 }, 5_000, 1)).toMatch(/^unavailable: Its turn did not come in time/);
  });
});
