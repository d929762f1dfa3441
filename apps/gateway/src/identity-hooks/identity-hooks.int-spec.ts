import { deleteTemplate, findTemplates, getEspAccount, ServiceError } from '@postrider/contracts';
import { GatewayUnderTest, testKey } from '../testing/gateway-under-test.js';

const template = 'tem_01KQV5Xx7GJ8sVJ4mB2cDe';
const body = { kind: 'supabase', name: 'Login', project_url: 'https://abcdefgh.supabase.co' };

describe('identity hooks', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start({ PUBLIC_URL: 'https://mail.acme.example/post' });
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.sql('delete from gateway.identity_hooks');
    api.services.reset();
    api.services.respond(findTemplates, (_context, { template_ids }) =>
      template_ids.filter((id) => id === template).map((id) => ({ id, name: 'Any' })),
    );
  });

  const created = async (given: object = body) => {
    const parsedBody = await api.call('/identity_hooks', { body: given });
    return parsedBody.body as { identity_hook: { id: string }; secret: string };
  };

  it('are created with a secret that is shown once, listed, shown, changed and deleted', async () => {
    const { identity_hook, secret } = await created({ ...body, templates: { signup: template } });
    expect(secret).toMatch(/^v1,whsec_[A-Za-z0-9+/]{43}=$/);
    expect(identity_hook).toEqual({
      object: 'identity_hook',
      id: expect.stringMatching(/^idh_/) as unknown,
      url: `https://mail.acme.example/post/hooks/supabase/${identity_hook.id}`,
      mode: 'live',
      created: expect.any(Number) as unknown,
      other_actions: 'refuse',
      templates: { signup: template },
      ...body,
    });
    const path = `/identity_hooks/${identity_hook.id}`;
    expect((await api.call('/identity_hooks')).body).toEqual([identity_hook]);
    expect((await api.call(path)).body).toMatchObject({ identity_hook });
    const change = { name: 'Sign-in', project_url: 'https://auth.example/auth/v1/', other_actions: 'ignore' };
    expect((await api.call(path, { method: 'PUT', body: change })).body['identity_hook']).toEqual({
      ...identity_hook,
      ...change,
      project_url: 'https://auth.example',
      templates: {},
    });
    expect((await api.call(path, { method: 'DELETE' })).status).toBe(200);
    expect((await api.call(path)).status).toBe(404);
    const [row] = await api.sql<{ stored: string }>(
      `select string_agg(e::text, '') as stored from gateway.audit_entries e where operation like '%identity_hooks%'`,
    );
    expect(row!.stored).toContain(identity_hook.id);
    expect(row!.stored).not.toContain(secret);
  });

  it('keep the templates that they use from being deleted', async () => {
    const remove = (path = '') => api.call(`/templates/${template}${path}`, { method: 'DELETE' });
    const { identity_hook } = await created({ ...body, templates: { signup: template } });
    await created({ ...body, name: 'Second', other_actions: 'default', default_template: template });
    const { status, body: error } = await remove();
    expect([status, error['status'], error['message']]).toEqual([
      409,
      'in_use',
      'The template cannot be deleted: the identity hooks "Login", "Second" use it',
    ]);
    expect(api.services.getCalls(deleteTemplate)).toEqual([]);
    expect((await remove('/locales/de-DE')).status).toBe(200);
    await api.sql('delete from gateway.identity_hooks where id <> $1', [identity_hook.id]);
    expect((await remove()).body['message']).toContain('the identity hook "Login" uses it');
    await api.call(`/identity_hooks/${identity_hook.id}`, { method: 'DELETE' });
    expect((await remove()).status).toBe(200);
  });

  it('do not store the secret in plain text', async () => {
    const { secret } = await created();
    const [row] = await api.sql<{ row: string }>('select h::text as row from gateway.identity_hooks h');
    expect(row!.row).not.toContain(secret.slice(9));
  });

  it.each([
    [{ kind: 'firebase' }, 'kind'],
    [{ name: '' }, 'name'],
    [{ project_url: undefined }, 'project_url'],
    [{ project_url: 'abcdefgh' }, 'project_url'],
    [{ project_url: 'https://a.example/?x=1' }, 'project_url'],
    [{ project_url: 'javascript://a.example' }, 'project_url'],
    [{ kind: 'logto' }, 'project_url'],
    [{ templates: { signup: 'tem_01KQV5Xx7GJ8sVJ4mB2cXX' } }, 'templates.signup'],
    [{ templates: { 'sign up': template } }, 'templates.sign up'],
    [{ templates: { signup: 5 } }, 'templates.signup'],
    [{ templates: [] }, 'templates'],
    [{ templates: Object.fromEntries(Array.from({ length: 65 }, (_none, at) => [`a${at}`, template])) }, 'templates'],
    [{ other_actions: 'send' }, 'other_actions'],
    [{ other_actions: 'original' }, 'other_actions'],
    [{ other_actions: 'default' }, 'default_template'],
    [{ default_template: 'tem_01KQV5Xx7GJ8sVJ4mB2cXX' }, 'default_template'],
    [{ sender: { address: 'x' } }, 'sender.address'],
    [{ secret: 'short' }, 'secret'],
    [{ secret: 'a-secret-without-the-prefix' }, 'secret'],
    [{ kind: 'clerk', project_url: undefined, secret: 'whsec_c2hvcnQ=' }, 'secret'],
    [{ mode: 'real' }, 'mode'],
  ])('name the invalid field of %j', async (change, field) => {
    const parsedBody = await api.call('/identity_hooks', { body: { ...body, ...change } });
    expect([parsedBody.status, (parsedBody.body['errors'] as { field: string }[])[0]?.field]).toEqual([400, field]);
  });

  it('reject an ESP account of another account', async () => {
    api.services.respond(getEspAccount, () => {
      throw new ServiceError('not_found', 'ESP account not found');
    });
    const parsedBody = await api.call('/identity_hooks', {
      body: { ...body, esp_account: 'esp_01KQV5Xx7GJ8sVJ4mB2cDe' },
    });
    expect(parsedBody.body).toMatchObject({ errors: [{ field: 'esp_account' }] });
  });

  it('take the signing secret of Clerk, also later', async () => {
    const secret = `whsec_${'A'.repeat(32)}`;
    const hook = await created({ kind: 'clerk', name: 'Login' });
    expect(hook.identity_hook).toMatchObject({ other_actions: 'original' });
    const rotated = await api.call(`/identity_hooks/${hook.identity_hook.id}/rotate_secret`, { body: { secret } });
    expect(rotated.body).toMatchObject({ secret });
  });

  it('of live mode are neither created nor changed by a test key', async () => {
    const { identity_hook } = await created();
    const path = `/identity_hooks/${identity_hook.id}`;
    const asTest = { key: testKey };
    const statuses = await Promise.all([
      api.call('/identity_hooks', { ...asTest, body: { ...body, mode: 'live' } }),
      api.call(path, { ...asTest, method: 'PUT', body }),
      api.call(path, { ...asTest, method: 'DELETE' }),
      api.call(`${path}/rotate_secret`, { ...asTest, body: {} }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  it('have a list of their kinds and actions', async () => {
    const { body: kinds } = await api.call('/identity_hook_kinds');
    expect(kinds).toContainEqual(
      expect.objectContaining({
        kind: 'supabase',
        actions: expect.arrayContaining([{ action: 'recovery', ready_template: 'reset' }]) as unknown,
      }),
    );
  });
});
