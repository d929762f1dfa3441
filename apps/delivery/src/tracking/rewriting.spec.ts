import { randomBytes } from 'node:crypto';
import { newId } from '@postrider/contracts';
import { LinkKeys, maxTargetLength, readClick, readOpen, readUnsubscribe, readView } from '@postrider/links';
import type { VersionSource } from '@postrider/rendering';
import { compileVersion, renderArtifact } from '@postrider/rendering';
import { MailTracking, decidedTracking, parseTarget } from './mail-tracking.js';
import { maxLinks, pixelIn, rewriteHtml } from './rewrite-html.js';

describe('parseTarget', () => {
  it.each([
    ['https://a.example/', 'https://a.example/'],
    ['HTTP://A.example/B', 'HTTP://A.example/B'],
    [' https://a.example/\n', 'https://a.example/'],
    ['https://a.example/?a=1&amp;b=2', 'https://a.example/?a=1&b=2'],
    ['https://a.example/?a=1&b=2&c', 'https://a.example/?a=1&b=2&c'],
    ['https://a.example/?q=&quot;x&quot;&#39;&#x27;&lt;&gt;', `https://a.example/?q="x"''<>`],
    ['https://a.example/?a=b%20c%C3%A9t#top', 'https://a.example/?a=b%20c%C3%A9t#top'],
    ['https://münchen.example/ü?ä=ß', 'https://münchen.example/ü?ä=ß'],
    ['https://a.example/?list[]=1&list[]=2', 'https://a.example/?list[]=1&list[]=2'],
    ['https://a.example/&#128512;', 'https://a.example/😀'],
  ])('for %j returns %j', (written, url) => {
    expect(parseTarget(written)).toBe(url);
  });

  it.each([
    ['an anchor', '#top'],
    ['a mailbox', 'mailto:ada@example.com'],
    ['a telephone', 'tel:+49301234'],
    ['no scheme', '//a.example/'],
    ['a path', '/orders/1'],
    ['a script', 'javascript:alert(1)'],
    ['an app', 'acme://orders/1'],
    ['nothing', ''],
    ['no host', 'https://'],
    ['a space', 'https://a.example/a b'],
    ['a line end', 'https://a.example/a\r\nb'],
    ['NUL', 'https://a.example/\u0000'],
    ['half a character', 'https://a.example/\ud800'],
    ['a tag of Mailgun', 'https://a.example/?u=%recipient.id%'],
    ['a tag that begins like an encoding', 'https://a.example/?u=%deal%'],
    ['a tag of SendGrid', 'https://a.example/?u=&lt;%asm_group_unsubscribe_raw_url%>'],
    ['another', 'https://a.example/[unsubscribe]'],
    ['a tag of Mandrill', 'https://a.example/*|UNSUB|*'],
    ['a tag of Mailjet', 'https://a.example/[[UNSUB_LINK_EN]]'],
    ['a tag of SparkPost', 'https://a.example/{{unsubscribe}}'],
    ['an unusual reference', 'https://a.example/?a=1&copy;2'],
    ['a reference to no character', 'https://a.example/&#0;&#x110000;'],
    ['too much', `https://a.example/${'a'.repeat(maxTargetLength)}`],
    ['much too much', 'https://a.example/&amp;'.repeat(1_000_000)],
  ])('for a link with %s returns undefined', (_what, written) => {
    expect(parseTarget(written)).toBeUndefined();
  });
});

describe('a rewritten email', () => {
  const keys = new LinkKeys(randomBytes(32).toString('base64'));
  const key = randomBytes(32).toString('base64');
  const tracking = new MailTracking({ PUBLIC_URL: 'https://mail.acme.example', TRACKING_KEY: key });
  const ring = new LinkKeys(key);
  const message = {
    id: newId('log'),
    accountId: newId('account'),
    date: new Date(1_790_000_000_000),
    data: {},
    opens: true,
    clicks: true,
  };
  const mail = { accountId: message.accountId, logId: message.id };

  async function sentAs(
    source: Partial<VersionSource>,
    changes: Partial<typeof message> & { domain?: string; data?: Record<string, unknown> } = {},
  ) {
    const { artifact } = await compileVersion({ subject: 'Hello', ...source }, () => undefined);
    const about = { ...message, ...changes };
    const tracked = tracking.of(about, artifact);
    const rendered = renderArtifact(artifact, tracked?.data ?? about.data, { links: tracked?.marksLinks });
    return { plain: renderArtifact(artifact, tracked?.data ?? about.data), tracked, ...tracked?.rewritten(rendered) };
  }
  const linksIn = (html = ''): string[] => [...html.matchAll(/https:\/\/[^"'\s<]+/g)].map(([link]) => link);
  const getToken = (link = ''): string => link.slice(link.lastIndexOf('/') + 1);

  it('differs only in its links and its pixel', async () => {
    const html = `<!doctype html>\r\n<html><head><style>a:after{content:"<a href='https://no.example/'>"}</style></head>
      <body><!-- <a href="https://no.example/"> --><p title='<'>\u00a0Grüße &amp; 1 < 2</p>
      <a  class=x HREF = 'https://a.example/?a=1&amp;b=2' >a</a><a href="mailto:a@a.example">m</a><a href="#top">t</a>
      <a href="https://b.example/" data-no-track>no</a> <a href="https://c.example/%tag%">esp</a>
      <img src="https://img.example/x.png"><a href="https://d.example/">d</a>\n</BODY> </html>\n`;
    const { html: rewritten = '', text, plain } = await sentAs({ html });
    const [first, second] = linksIn(rewritten).filter((link) => link.includes('/t/c/'));
    const pixel =
      /<img src="https:\/\/mail\.acme\.example\/t\/o\/[\w-]{58}" width="1" height="1" alt="" style="display:block;border:0">/;
    const restored = rewritten
      .replace(first!, 'https://a.example/?a=1&amp;b=2')
      .replace(second!, 'https://d.example/')
      .replace(pixel, '');
    expect(restored).toBe(plain.html);
    expect(rewritten).toMatch(/<img src="https:\/\/mail\.acme\.example\/t\/o\/[^>]*><\/BODY>/);
    expect(readClick(ring, getToken(first))).toEqual({ ...mail, url: 'https://a.example/?a=1&b=2', index: 0 });
    expect(readClick(ring, getToken(second))).toEqual({ ...mail, url: 'https://d.example/', index: 1 });
    expect(text).toBe(plain.text);
  });

  it('keeps its text and AMP parts', async () => {
    const source = { html: '<a href="https://a.example/">a</a>', text: 'https://a.example/' };
    const { text, html } = await sentAs(source);
    expect(text).toBe('https://a.example/');
    expect(html).toContain('/t/c/');
  });

  it.each([
    [{ clicks: false }, 0, 1],
    [{ opens: false }, 1, 0],
  ])('with %j has %i tracking links and %i pixels', async (changes, clicks, opens) => {
    const { html = '' } = await sentAs({ html: '<a href="https://a.example/">a</a>' }, changes);
    expect([html.split('/t/c/').length - 1, html.split('/t/o/').length - 1]).toEqual([clicks, opens]);
  });

  it('is unchanged without tracking, and without html', async () => {
    const off = { opens: false, clicks: false };
    expect((await sentAs({ html: '<a href="https://a.example/">a</a>' }, off)).tracked).toBeUndefined();
    expect((await sentAs({ text: 'https://a.example/' })).html).toBeUndefined();
  });

  it('is the same at every attempt', async () => {
    const html = '<a href="https://a.example/">a</a>{{webview_url}}';
    expect((await sentAs({ html })).html).toBe((await sentAs({ html })).html);
  });

  it('uses the tracking domain of the account', async () => {
    const { html } = await sentAs({ html: '<a href="https://a.example/">a</a>' }, { domain: 'links.acme.example' });
    expect(linksIn(html).map((link) => new URL(link).host)).toEqual(['links.acme.example', 'links.acme.example']);
  });

  it('contains untracked unsubscribe and web view links', async () => {
    const html = '<a href="{{unsubscribe_url}}">u</a><a href="{{swu.webview_url}}">v</a>';
    const { html: printed, text, tracked } = await sentAs({ html });
    const [unsubscribe, view] = linksIn(printed);
    expect(unsubscribe).toBe(tracked?.unsubscribeUrl);
    expect(readUnsubscribe(ring, getToken(unsubscribe))).toEqual(mail);
    expect(readView(ring, getToken(view))).toEqual({
      ...mail,
      expires: new Date(message.date.getTime() + 90 * 24 * 60 * 60 * 1000),
    });
    expect(text).toContain(`[${unsubscribe}]`);
  });

  it('keeps the unsubscribe_url of the template data', async () => {
    const own = { unsubscribe_url: 'https://own.example/' };
    const { tracked, html } = await sentAs({ html: '{{unsubscribe_url}}' }, { data: own });
    expect(tracked?.unsubscribeUrl).toBeUndefined();
    expect(html).toContain('https://own.example/');
  });

  it('has no pixel as web view', async () => {
    const { artifact } = await compileVersion({ subject: 's', html: '<a href="https://a.example/">' }, () => undefined);
    const tracked = tracking.of(message, artifact)!;
    const page = tracked.asPage(renderArtifact(artifact, {}, { links: true }));
    expect([page.includes('/t/c/'), page.includes('/t/o/')]).toEqual([true, false]);
  });

  it('has links signed with the configured key', async () => {
    const { html } = await sentAs({ html: '<p>' });
    const [pixel] = linksIn(html);
    expect(readOpen(ring, getToken(pixel))).toEqual(mail);
    expect(readOpen(keys, getToken(pixel))).toBeUndefined();
  });

  it('has no tracking links without PUBLIC_URL and TRACKING_KEY', async () => {
    const { artifact } = await compileVersion({ subject: 's', html: '{{unsubscribe_url}}' }, () => undefined);
    for (const config of [{ PUBLIC_URL: 'https://a.example' }, { TRACKING_KEY: key }, {}]) {
      const impossible = new MailTracking(config);
      expect(impossible.isPossible).toBe(false);
      expect(impossible.of(message, artifact)).toBeUndefined();
    }
  });

  it('has a limited number of tracking links', () => {
    const html = '<a href="https://a.example/">'.repeat(maxLinks + 1);
    const starts = [...html.matchAll(/https/g)].map(({ index }) => index);
    const rewritten = rewriteHtml(html, starts, (_written, index) => `#${index}`);
    expect(rewritten.split('https://').length).toBe(2);
    expect(rewritten).toContain(`#${maxLinks - 1}"`);
  });

  it('keeps a link whose closing quote is missing', () => {
    expect(rewriteHtml(`<a href="https://a.example/>`, [9], () => '#')).toBe(`<a href="https://a.example/>`);
  });

  it.each([
    ['<p>a</p>', [], '<p>a</p>PIXEL'],
    ['<body>a</body><!-- b -->', [], '<body>aPIXEL</body><!-- b -->'],
    ['<BODY>a</BODY>', [], '<BODY>aPIXEL</BODY>'],
    ['<body><a href="x">a</a></body>', [15], '<body><a href="#">a</a>PIXEL</body>'],
    ['</body><a href="x">', [16], 'PIXEL</body><a href="#">'],
    ['', [], 'PIXEL'],
  ])('%j gets its pixel before the end of the body, or at the end', (html, starts, rewritten) => {
    const pixel = pixelIn(html, 'u');
    expect(rewriteHtml(html, starts, () => '#', pixel).replace(pixel.text, 'PIXEL')).toBe(rewritten);
  });
});

describe('decidedTracking', () => {
  it.each([
    [undefined, undefined, undefined, undefined],
    [{ opens: true }, undefined, undefined, { opens: true }],
    [{ opens: false }, { opens: true, clicks: true }, undefined, { clicks: true }],
    [
      undefined,
      { opens: false },
      { opens: true, clicks: true },
      { clicks: true, account: { opens: true, clicks: true } },
    ],
    [undefined, undefined, { domain: 'a.example' }, { account: { domain: 'a.example' } }],
    [{ opens: false, clicks: false }, { opens: true }, undefined, undefined],
  ])('for send %j, template %j, account %j returns %j', (send, template, account, decided) => {
    expect(decidedTracking(send, template, account)).toEqual(decided);
  });
});
