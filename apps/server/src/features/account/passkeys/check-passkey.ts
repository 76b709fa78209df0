import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { AppError } from '../../../platform/app-error.ts'
import type { Settings } from '../../../settings.ts'
import type { PasskeyRow } from './passkey-queries.ts'

/** Passkeys belong to the host known to browsers, and work nowhere else. */
export function relyingParty({ publicUrl }: Pick<Settings, 'publicUrl'>) {
  const { hostname, origin } = new URL(publicUrl)
  return { rpID: hostname, expectedOrigin: origin, expectedRPID: hostname }
}

/** The browser's answer to this challenge; throws `passkey_refused`. */
export async function checkNewPasskey(
  settings: Settings,
  credential: unknown,
  challenge: string,
): Promise<NonNullable<VerifiedRegistrationResponse['registrationInfo']>> {
  const { expectedOrigin, expectedRPID } = relyingParty(settings)
  const checked = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
  }).catch(() => null)
  if (!checked?.verified) throw new AppError('passkey_refused')
  return checked.registrationInfo
}

/** The counter after a valid use; null if it is invalid. */
export async function checkPasskey(
  settings: Settings,
  credential: unknown,
  { challenge, passkey }: { challenge: string; passkey: PasskeyRow },
): Promise<{ counter: number; synced: boolean } | null> {
  const { expectedOrigin, expectedRPID } = relyingParty(settings)
  const checked = await verifyAuthenticationResponse({
    response: credential as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => null)
  if (!checked?.verified) return null
  const { newCounter, credentialBackedUp } = checked.authenticationInfo
  return { counter: newCounter, synced: credentialBackedUp }
}
