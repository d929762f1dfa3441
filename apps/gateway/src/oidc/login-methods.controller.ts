import { Controller } from '@nestjs/common';
import { z } from 'zod';
import { smallBody } from '../http/endpoint-metadata.js';
import { Endpoint } from '../http/endpoint.js';
import { startPath } from './oidc-provider.js';
import { OidcProvider } from './oidc-provider.js';

const logInMethods = z
  .object({
    object: z.literal('log_in_methods'),
    password: z.literal(true).describe('Users can log in with `POST /session`.'),
    oidc: z.string().nullable().describe('The address that redirects to the OIDC provider; null if there is none.'),
  })
  .meta({ id: 'LogInMethods', description: 'How users can log in.' });

/** What a log-in page needs before authentication (docs/reference/sessions.md). */
@Controller('log_in_methods')
export class LoginMethodsController {
  constructor(private readonly provider: OidcProvider) {}

  @Endpoint('GET', '', null, logInMethods, {
    summary: 'List log-in methods',
    access: 'public',
    body: smallBody,
    examples: { response: { object: 'log_in_methods', password: true, oidc: '/auth/oidc' } },
  })
  show() {
    return {
      object: 'log_in_methods' as const,
      password: true as const,
      oidc: this.provider.isConfigured ? startPath : null,
    };
  }
}
