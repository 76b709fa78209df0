import type { PasskeyView } from '@ohmstead/contract/account-passkeys'
import type { UserView } from '@ohmstead/contract/users'
import type { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { ApiError } from '../../lib/api-error.ts'
import { type Answer, call, isApiElsewhere } from '../../lib/call.ts'
import { loadFirstPart } from '../../lib/load-part.ts'
import { failureText } from '../forms/failure-text.ts'
import type { Translate } from '../i18n/use-t.ts'

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']
type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type Options = Answer<'POST /auth/login/passkey-options'>['options']
type Credential = Parameters<typeof call<'POST /auth/login/passkey'>>[1]['body']['credential']

/** Only on a secure origin with a host name, and not in every browser. */
export const passkeysWork = (): boolean => findPasskeyObstacle() === null

/** Why passkeys do not work here: they are bound to the platform's own secure host name. */
export function findPasskeyObstacle(): 'address' | 'browser' | null {
  const isName = !/^[\d.]+$|:/.test(window.location.hostname)
  if (!isName || isApiElsewhere() || window.isSecureContext === false) return 'address'
  return typeof window.PublicKeyCredential === 'function' ? null : 'browser'
}

// The options are validated by the library of the server that created them; the contract treats them as opaque.
const ask = (options: Options) => options as unknown as RequestOptions & CreationOptions

const load = () => loadFirstPart(() => import('@simplewebauthn/browser'))

/** Asks the browser for one of the person's passkeys. Throws if the person cancels. */
export async function signInByPasskey(staySignedIn: boolean): Promise<UserView> {
  const [{ options }, library] = await Promise.all([call('POST /auth/login/passkey-options'), load()])
  const credential = await library.startAuthentication({ optionsJSON: ask(options) })
  const { user } = await call('POST /auth/login/passkey', {
    body: { credential: credential as unknown as Credential, staySignedIn },
  })
  return user
}

/** Creates a passkey in the browser. `password` proves that it is the person themselves. */
export async function addPasskey(password: string | null, name: string): Promise<PasskeyView> {
  const [{ options }, library] = await Promise.all([
    call('POST /auth/passkeys/options', { body: { password } }),
    load(),
  ])
  const credential = await library.startRegistration({ optionsJSON: ask(options) })
  const { passkey } = await call('POST /auth/passkeys', {
    body: { credential: credential as unknown as Credential, name },
  })
  return passkey
}

/** Why there is no passkey; cancelling is no failure. */
export function passkeyFailure(error: unknown, t: Translate): string {
  if (error instanceof ApiError) return failureText(error, t)
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return t('account.passkeys.known')
  return t('account.passkeys.cancelled')
}
