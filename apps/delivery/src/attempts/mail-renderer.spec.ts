import type { Artifact } from '@postrider/rendering';
import { Renderer, compileVersion } from '@postrider/rendering';
import type { LeasedMessage } from './leased-message.js';
import { DependencyUnavailable } from './leased-message.js';
import { MailRenderer } from './mail-renderer.js';

const items = (length: number): number[] => Array.from({ length }, () => 1);
const message = (template_data: object) =>
  ({ accountId: 'acc_1', artifactId: 'art_1', content: { template_data } }) as unknown as LeasedMessage;
const small = message({ a: items(1) });
const large = message({ a: items(5_000) });
const endless = message({ a: items(120_000) });
const signal = () => new AbortController().signal;

describe('MailRenderer', () => {
  let artifact: Artifact;
  let mails: MailRenderer;
  beforeAll(async () => {
    ({ artifact } = await compileVersion({ subject: 's', text: '{{#a}}{{.}}{{/a}}' }, () => undefined));
  });
  beforeEach(() => {
    mails = new MailRenderer(new Renderer());
  });
  afterEach(() => mails.onApplicationShutdown());

  it('renders small emails in this thread and large ones in a worker', async () => {
    const withoutWorkers = new MailRenderer(new Renderer({ workers: 0, queue: 0 }));
    expect(await withoutWorkers.render(artifact, small, signal())).toMatchObject({ text: '1' });
    await expect(withoutWorkers.render(artifact, large, signal())).rejects.toThrow(DependencyUnavailable);
    expect(await mails.render(artifact, large, signal())).toMatchObject({ text: '1'.repeat(5_000) });
  });

  it('rejects an email permanently when its template fails on the data, here and in a worker', async () => {
    const { artifact: jinja } = await compileVersion(
      { subject: 's', text: '{% for x in a %}{{ x }}{% endfor %}{{ 1 + "a" }}' },
      () => undefined,
    );
    const rejected = { message: expect.stringContaining('text, line 1') };
    expect(await mails.render(jinja, small, signal())).toMatchObject(rejected);
    expect(await mails.render(jinja, large, signal())).toMatchObject(rejected);
  });

  it('rejects an email permanently when it exceeds a limit, or its worker timed out', async () => {
    expect(await mails.render(artifact, endless, signal())).toMatchObject({
      message: 'text needs more than 200,000 rendered tags and pieces of text',
    });
    const withDeadline = new MailRenderer(new Renderer({ deadlineMs: 0 }));
    expect(await withDeadline.render(artifact, endless, signal())).toMatchObject({
      message: 'rendering it takes more than 0 seconds',
    });
    await withDeadline.onApplicationShutdown();
  });

  it('throws DependencyUnavailable when the attempt is aborted, or the process stops', async () => {
    const waiting = new MailRenderer(new Renderer({ workers: 0 }));
    const attempt = new AbortController();
    const rendering = waiting.render(artifact, large, attempt.signal);
    attempt.abort();
    await expect(rendering).rejects.toThrow(DependencyUnavailable);
    const stopped = waiting.render(artifact, large, signal());
    await waiting.onApplicationShutdown();
    await expect(stopped).rejects.toThrow(DependencyUnavailable);
  });
});
