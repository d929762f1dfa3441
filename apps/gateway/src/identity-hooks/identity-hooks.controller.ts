import { Body, Controller, Param } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { ok, okResponse } from '@postrider/contracts';
import { z } from 'zod';
import type { Caller } from '../http/caller.js';
import { CurrentCaller, CurrentContext, Endpoint, success } from '../http/endpoint.js';
import type { IdentityHookBody, IdentityHookChange } from './identity-hook.js';
import {
  hookWithSecret,
  identityHookBody,
  identityHookChange,
  identityHookResource,
  kindResource,
  kindResources,
  rotationBody,
} from './identity-hook.js';
import { IdentityHooksService } from './identity-hooks.service.js';

const exampleSettings = {
  name: 'Login',
  templates: { signup: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe', recovery: 'tem_01KQV5Xx7GJ8sVJ4mB2cDf' },
  project_url: 'https://abcdefgh.supabase.co',
};
const exampleHook = {
  object: 'identity_hook',
  id: 'idh_01KQV5Xx7GJ8sVJ4mB2cDe',
  kind: 'supabase',
  mode: 'live',
  url: 'https://mail.acme.example/hooks/supabase/idh_01KQV5Xx7GJ8sVJ4mB2cDe',
  created: 1_790_000_000,
  other_actions: 'refuse',
  ...exampleSettings,
};
const exampleWithSecret = { ...okResponse, identity_hook: exampleHook, secret: 'v1,whsec_…' };

/** See docs/reference/identity-hooks.md. */
@Controller()
export class IdentityHooksController {
  constructor(private readonly hooks: IdentityHooksService) {}

  @Endpoint('GET', 'identity_hooks', 'administer', z.array(identityHookResource), {
    summary: 'List identity hooks',
    description: 'Oldest first.',
    examples: { response: [exampleHook] },
  })
  list(@CurrentContext() context: RequestContext) {
    return this.hooks.list(context);
  }

  @Endpoint('GET', 'identity_hook_kinds', 'read', z.array(kindResource), {
    summary: 'List the kinds of identity hooks',
    description: 'The supported identity providers, and the actions that each of them documents.',
    examples: {
      response: [
        {
          kind: 'supabase',
          provider: 'Supabase',
          original: false,
          actions: [{ action: 'signup', ready_template: 'confirm' }],
        },
      ],
    },
  })
  kinds() {
    return kindResources;
  }

  @Endpoint('POST', 'identity_hooks', 'administer', ok.extend(hookWithSecret), {
    summary: 'Create an identity hook',
    description: 'This response contains the secret.',
    errors: ['quota_exceeded'],
    examples: { request: { kind: 'supabase', ...exampleSettings }, response: exampleWithSecret },
  })
  async create(
    @CurrentContext() context: RequestContext,
    @CurrentCaller() caller: Caller,
    @Body({ schema: identityHookBody }) body: IdentityHookBody,
  ) {
    return success(await this.hooks.create(context, caller, body));
  }

  @Endpoint('GET', 'identity_hooks/:id', 'administer', ok.extend({ identity_hook: identityHookResource }), {
    summary: 'Show an identity hook',
    errors: ['not_found'],
    examples: { response: { ...okResponse, identity_hook: exampleHook } },
  })
  async get(@CurrentContext() context: RequestContext, @Param('id') id: string) {
    return success({ identity_hook: await this.hooks.get(context, id) });
  }

  @Endpoint('PUT', 'identity_hooks/:id', 'administer', ok.extend({ identity_hook: identityHookResource }), {
    summary: 'Change an identity hook',
    description: 'Fields that are omitted get their defaults. Kind, mode and secret stay.',
    errors: ['not_found'],
    examples: { request: exampleSettings, response: { ...okResponse, identity_hook: exampleHook } },
  })
  async update(
    @CurrentContext() context: RequestContext,
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body({ schema: identityHookChange }) body: IdentityHookChange,
  ) {
    return success({ identity_hook: await this.hooks.update(context, caller, id, body) });
  }

  @Endpoint('DELETE', 'identity_hooks/:id', 'administer', ok, {
    summary: 'Delete an identity hook',
    description: 'It stops working within 20 seconds.',
    errors: ['not_found'],
  })
  async delete(@CurrentContext() context: RequestContext, @CurrentCaller() caller: Caller, @Param('id') id: string) {
    await this.hooks.delete(context, caller, id);
    return okResponse;
  }

  @Endpoint('POST', 'identity_hooks/:id/rotate_secret', 'administer', ok.extend(hookWithSecret), {
    summary: 'Rotate the secret of an identity hook',
    description: 'Generates a secret, or uses the one in the body. The old secret stays valid for 24 hours.',
    errors: ['not_found'],
    examples: {
      request: {},
      response: { ...exampleWithSecret, identity_hook: { ...exampleHook, old_secret_until: 1_790_086_400 } },
    },
  })
  async rotateSecret(
    @CurrentContext() context: RequestContext,
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body({ schema: rotationBody }) { secret }: z.output<typeof rotationBody>,
  ) {
    return success(await this.hooks.rotateSecret(context, caller, id, secret));
  }
}
