import type { RequestContext } from '@postrider/contracts';
import { SharedTokenBuckets } from '@postrider/concurrency';
import { closeMjmlPool, Renderer } from '@postrider/rendering';
import type { Pool } from 'pg';
import type { EntityManager } from 'typeorm';
import { MjmlTime } from '../limits/mjml-time.js';
import type { StoredArtifacts } from '../limits/usage.repository.js';
import { Compiler } from './compiler.js';
import type { SnippetSourcesRepository } from './artifacts.repository.js';

const large = { subject: 's', html: '{{! a }}'.repeat(100_000) };
const noSnippets = { mentioned: () => Promise.resolve(new Map()) } as unknown as SnippetSourcesRepository;
const free = new MjmlTime(new SharedTokenBuckets({} as Pool));
const room = { admit: () => Promise.resolve() } as unknown as StoredArtifacts;
const request = (forMs = 60_000): RequestContext => ({
  accountId: 'acc_1',
  requestId: 'req_1',
  deadline: Date.now() + forMs,
});

describe('saving a version', () => {
  const outcome = async (renderer: Renderer, source: typeof large, context = request()) => {
    const compiling = new Compiler(noSnippets, renderer, free, room).compile({} as EntityManager, context, source, {
      locale: 'en-US',
      catalogue: null,
    });
    const outcome = await compiling.then(
      () => 'compiled',
      ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
    );
    await renderer.close();
    return outcome;
  };
  afterAll(closeMjmlPool);

  it('compiles large versions in a worker', async () => {
    expect(await outcome(new Renderer(), large)).toBe('compiled');
  });

  it('a version is rejected when compiling it takes too long', async () => {
    expect(await outcome(new Renderer({ deadlineMs: 0 }), large)).toBe(
      'invalid_template: compiling it takes more than 0 seconds',
    );
  });

  it('is unavailable while the queue is full', async () => {
    expect(await outcome(new Renderer({ workers: 0, queue: 0 }), large)).toMatch(/^unavailable: Too many renderings/);
  });

  it('waits for a worker until the deadline of its caller, for MJML too', async () => {
    const tooLate = /^unavailable: Its turn did not come in time/;
    expect(await outcome(new Renderer({ workers: 0 }), large, request(1))).toMatch(tooLate);
    const mjml = { subject: 's', html: '<mjml><mj-body></mj-body></mjml>' };
    expect(await outcome(new Renderer(), mjml, request(0))).toMatch(/^unavailable: /);
    expect(await outcome(new Renderer(), mjml)).toBe('compiled');
  });
});
