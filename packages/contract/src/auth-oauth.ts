import { z } from 'zod'
import { proof, proofErrors } from './account-second-factor.ts'
import { agreed, termsAgreed } from './auth-registration.ts'
import { endpoint } from './endpoint.ts'
import { userView } from './users.ts'
import { id, interfaceLocale, line } from './wire.ts'

export const oauthProviders = ['google', 'apple', 'other'] as const
const provider = z.object({ provider: z.enum(oauthProviders) })

export const oauthEndpoints = {
  providers: endpoint({
    method: 'GET',
    path: '/auth/oauth',
    summary:
      'The providers one may sign in by at this address: as configured, none at the domain of a company.',
    permission: 'public',
    answer: z.object({
      providers: z.array(z.object({ id: z.enum(oauthProviders), name: z.string() })),
      /** Whether passkeys, which are bound to the address of the platform, work at this one. */
      passkeys: z.boolean(),
    }),
  }),
  start: endpoint({
    method: 'POST',
    path: '/auth/oauth/:provider',
    summary: 'Begins to sign in by a provider: the address to open.',
    permission: 'public',
    params: provider,
    body: z.object({
      /** The internal path to open afterwards; anything else is ignored. */
      returnTo: z.string().max(2000).nullable(),
      staySignedIn: z.boolean(),
    }),
    answer: z.object({ url: z.string() }),
    errors: ['not_found', 'provider_unavailable', 'too_many_attempts'],
  }),
  callback: endpoint({
    method: 'GET',
    path: '/auth/oauth/:provider/callback',
    summary:
      'Where the provider sends the browser back to. Leads on to `returnTo`, or to `/auth/login?oauth=second-factor`, `/auth/login?oauth=confirm`, `/auth/register?oauth=new`, `/auth/login?oauth=failed`, or `/user/settings?oauth=linked` and `?oauth=taken`.',
    permission: 'public',
    params: provider,
    query: z.object({}).loose(),
    status: 302,
    errors: ['not_found'],
  }),
  pending: endpoint({
    method: 'GET',
    path: '/auth/oauth/pending',
    summary: 'The person from the provider, while the browser is between provider and account (10 minutes).',
    permission: 'public',
    answer: z.object({
      /** `new`: no account has the address. `confirm`: one has, and its owner must sign in to link the two. */
      kind: z.enum(['new', 'confirm']),
      provider: z.enum(oauthProviders),
      email: z.string(),
      first_name: z.string(),
      last_name: z.string(),
    }),
    errors: ['step_expired'],
  }),
  register: endpoint({
    method: 'POST',
    path: '/auth/oauth/register',
    summary:
      'Opens an account for the pending person, whose address the provider has verified, and signs in.',
    permission: 'public',
    body: z.object({
      first_name: line(100),
      last_name: line(100),
      terms: termsAgreed,
      privacy: agreed,
      locale: interfaceLocale,
    }),
    answer: z.object({ user: userView, returnTo: z.string().nullable() }),
    errors: ['step_expired', 'conflict'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/auth/oauth/confirm',
    summary: 'Connects the pending person with the account of the same address that is signed in by now.',
    permission: 'signedIn',
    inPerson: true,
    answer: z.object({ returnTo: z.string().nullable() }),
    errors: ['step_expired', 'conflict'],
  }),
  link: endpoint({
    method: 'POST',
    path: '/auth/oauth/:provider/link',
    summary: 'Begins to connect a provider with the own account: the address to open.',
    permission: 'signedIn',
    inPerson: true,
    params: provider,
    body: z.object(proof),
    answer: z.object({ url: z.string() }),
    errors: ['not_found', 'provider_unavailable', ...proofErrors],
  }),
  identities: endpoint({
    method: 'GET',
    path: '/auth/identities',
    summary: 'The providers connected with the own account.',
    permission: 'signedIn',
    inPerson: true,
    answer: z.object({
      identities: z.array(
        z.object({
          id: z.number(),
          provider: z.enum(oauthProviders),
          email: z.string().nullable(),
          created_at: z.number(),
          last_used_at: z.number().nullable(),
        }),
      ),
    }),
  }),
  unlink: endpoint({
    method: 'POST',
    path: '/auth/identities/:identityId/remove',
    summary: 'Disconnects a provider; refused where it is the only way in.',
    permission: 'signedIn',
    inPerson: true,
    params: z.object({ identityId: id }),
    body: z.object(proof),
    errors: ['not_found', 'last_way_in', ...proofErrors],
  }),
}
