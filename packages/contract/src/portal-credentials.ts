import { required } from '@ohmstead/domain/forms/form-rules'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, ruledText } from './wire.ts'

/**
 * `unchecked`: not checked yet; `unreachable`: the portal did not answer, and is asked again; `doubtful`: it
 * answered with an error, as it does during outages and for unknown tokens, and is asked again.
 */
export const credentialStates = ['unchecked', 'accepted', 'rejected', 'doubtful', 'unreachable'] as const

const credential = z.object({
  id: z.number(),
  /** The first five characters and a mask; the whole token never leaves the server. */
  token: z.string(),
  created_at: z.number(),
  checked_at: z.number().nullable(),
  state: z.enum(credentialStates),
  /** The portal's own words when it did not accept the token. */
  reason: z.string().nullable(),
  /** How many metering points it opens here. */
  devices: z.number(),
})
credential.register(z.globalRegistry, { id: 'PortalToken' })
export type CredentialView = z.output<typeof credential>

const typedToken = z.object({ token: ruledText([required, { rule: 'max', length: 4000 }]) })

export const externalCredentialEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/auth/user/external-credentials',
    summary: 'The own tokens of external services, oldest first, each cut to its first five characters.',
    permission: 'signedIn',
    answer: z.object({ credentials: z.array(credential) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/auth/user/external-credential',
    summary:
      'Keeps a token, encrypted, and asks the portal about it; `unchecked` where that takes more than a moment.',
    permission: 'signedIn',
    body: typedToken,
    answer: z.object({ credential }),
    errors: ['country_required', 'credential_exists', 'too_many_credentials', 'too_many_attempts'],
  }),
  replace: endpoint({
    method: 'PUT',
    path: '/auth/user/external-credential/:credentialId',
    summary:
      'Puts another token in the place of one; its metering points stay, and broken-off imports go on.',
    permission: 'signedIn',
    params: z.object({ credentialId: id }),
    body: typedToken,
    answer: z.object({ credential }),
    errors: ['not_found', 'credential_exists', 'too_many_attempts'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/auth/user/external-credential/:credentialId',
    summary:
      'Deletes a token, the devices that no other token opens and their readings; others lose the token only.',
    permission: 'signedIn',
    params: z.object({ credentialId: id }),
    answer: z.object({
      /** Devices removed with it. */
      removed_device_ids: z.array(z.number()),
    }),
    errors: ['not_found'],
  }),
}
