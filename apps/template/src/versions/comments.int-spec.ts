import type { ResponseOf } from '@postrider/contracts';
import {
  createComment,
  createTemplate,
  createVersion,
  deleteComment,
  deleteVersion,
  getTemplateUsage,
  listComments,
  listVersionsByPage,
  publishVersion,
} from '@postrider/contracts';
import type { Tenant } from '../testing/template-under-test.js';
import { TemplateUnderTest } from '../testing/template-under-test.js';

const ada = { callerId: 'usr_ada' };
const grace = { callerId: 'usr_grace' };

describe('comments on a version', () => {
  let service: TemplateUnderTest;
  let acme: Tenant;
  let path: { template_id: string; version_id: string };
  beforeAll(async () => {
    service = await TemplateUnderTest.start();
  }, 60_000);
  afterAll(() => service.stop(), 60_000);
  beforeEach(async () => {
    acme = service.tenant();
    const { id: template_id } = await acme.call(createTemplate, { name: 'Receipt', subject: 's', text: 't' });
    const { id } = await acme.call(createVersion, { template_id, name: 'Draft', subject: 's', text: 't' });
    path = { template_id, version_id: id };
  });
  const comment = (text: string, context = ada) => acme.call(createComment, { ...path, text }, context);
  const listed = async (from = path) => (await acme.call(listComments, from)).items;

  it('are listed in order, with their authors and exactly their text', async () => {
    const script = '<script>alert(1)</script>\n\t{{name}} 🙂';
    await comment(script);
    await comment('Yes', grace);
    expect((await listed()).map(({ author_id, text }) => [author_id, text])).toEqual([
      ['usr_ada', script],
      ['usr_grace', 'Yes'],
    ]);
    const [published] = (await acme.call(listVersionsByPage, { template_id: path.template_id })).items;
    expect(await listed({ ...path, version_id: published!.id })).toEqual([]);
  });

  it.each([
    ['no text', '', 'is required'],
    ['blank text', ' \n ', 'must not be blank'],
    ['control characters', 'a\0', 'must not contain control characters other than line breaks'],
    ['more than 5000 characters', 'a'.repeat(5_001), 'must be at most 5000 characters'],
  ])('are rejected with %s', async (_what, text, message) => {
    await expect(comment(text)).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ field: 'text', message }],
    });
  });

  it('are deleted by their author only', async () => {
    const { id: comment_id } = await comment('Hello');
    await expect(acme.call(deleteComment, { ...path, comment_id }, grace)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await listed()).toHaveLength(1);
    await acme.call(deleteComment, { ...path, comment_id }, ada);
    expect(await listed()).toEqual([]);
    await expect(acme.call(deleteComment, { ...path, comment_id }, ada)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('stay when the version is published, and go with it', async () => {
    await comment('Hello');
    await acme.call(publishVersion, path);
    expect(await listed()).toHaveLength(1);
    const [first] = (await acme.call(listVersionsByPage, { template_id: path.template_id })).items;
    await acme.call(publishVersion, { ...path, version_id: first!.id });
    await acme.call(deleteVersion, path);
    await expect(listed()).rejects.toMatchObject({ code: 'not_found' });
    expect(
      await service.sql.query('select from version_comments where account_id = $1', [acme.accountId]),
    ).toHaveLength(0);
  });

  it('are at most 1000 per version, and listed in pages', async () => {
    await service.sql.query(
      `insert into version_comments (account_id, version_id, id, text)
       select $1, $2, 'cmt_' || lpad(n::text, 22, '0'), n::text from generate_series(1, 1000) as n`,
      [acme.accountId, path.version_id],
    );
    await expect(comment('One more')).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'Invalid request: a version has at most 1000 comments',
    });
    const texts: string[] = [];
    for (let after: string | undefined = ''; after !== undefined;) {
      const page: ResponseOf<typeof listComments> = await acme.call(listComments, { ...path, after });
      texts.push(...page.items.map(({ text }) => text));
      after = page.next;
    }
    expect(texts).toEqual(Array.from({ length: 1000 }, (_, index) => String(index + 1)));
  });

  it('count towards the quota of the account', async () => {
    const text = 'x'.repeat(5_000);
    await expect(
      acme.call(createComment, { ...path, text }, { ...ada, limits: { template_bytes: 4_000 } }),
    ).rejects.toMatchObject({ code: 'quota_exceeded' });
    await comment(text);
    expect((await acme.call(getTemplateUsage, {})).template_bytes).toBeGreaterThan(5_000);
  });
});
