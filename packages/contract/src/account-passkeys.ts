import { z } from 'zod'
import { proof, proofErrors } from './account-second-factor.ts'
import { endpoint } from './endpoint.ts'
import { userView } from './users.ts'
import { id, line } from './wire.ts'

/** JSON of the browser's WebAuthn, as `PublicKeyCredential.toJSON()` writes it; the library checks it. */
const credential = z.looseObject({
  id: z.string().min(1).max(2000),
  rawId: z.string().min(1).max(2000),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().max(10_000) }),
  clientExtensionResults: z.looseObject({}),
})
credential.register(z.globalRegistry, { id: 'WebAuthnCredential' })
/** JSON for `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON` of the browser. */
const options = z.looseObject({ challenge: z.string() })
options.register(z.globalRegistry, { id: 'WebAuthnOptions' })

const passkey = z.object({
  id: z.number(),
  name: z.string(),
  created_at: z.number(),
  last_used_at: z.number().nullable(),
  /** Stored by a service that syncs it to the person's other devices. */
  synced: z.boolean(),
})
passkey.register(z.globalRegistry, { id: 'Passkey' })
export type PasskeyView = z.output<typeof passkey>

export const passkeyEndpoints = {
  signInOptions: endpoint({
    method: 'POST',
    path: '/auth/login/passkey-options',
    summary: 'Begins to sign in by a passkey; the browser asks which.',
    permission: 'public',
    answer: z.object({ options }),
    errors: ['too_many_attempts'],
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/auth/login/passkey',
    summary: 'Signs in with a passkey alone, which replaces password and second step.',
    permission: 'public',
    body: z.object({ credential, staySignedIn: z.boolean().default(false) }),
    answer: z.object({ user: userView }),
    errors: ['step_expired', 'passkey_refused', 'email_not_verified', 'too_many_attempts'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/auth/passkeys',
    summary: 'The own passkeys.',
    permission: 'signedIn',
    withoutSecondFactor: true,
    inPerson: true,
    answer: z.object({ passkeys: z.array(passkey) }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/auth/passkeys/options',
    summary: 'Begins to add a passkey.',
    permission: 'signedIn',
    withoutSecondFactor: true,
    inPerson: true,
    body: z.object(proof),
    answer: z.object({ options }),
    errors: [...proofErrors],
  }),
  add: endpoint({
    method: 'POST',
    path: '/auth/passkeys',
    summary: 'Adds the passkey that the browser made.',
    permission: 'signedIn',
    withoutSecondFactor: true,
    inPerson: true,
    body: z.object({ credential, name: line(100) }),
    answer: z.object({ passkey }),
    errors: ['step_expired', 'passkey_refused'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/auth/passkeys/:passkeyId/remove',
    summary: 'Removes an own passkey.',
    permission: 'signedIn',
    inPerson: true,
    params: z.object({ passkeyId: id }),
    body: z.object(proof),
    errors: ['not_found', ...proofErrors],
  }),
}
