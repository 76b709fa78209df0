import { checkValue, email as emailRule, required } from '@ohmstead/domain/forms/form-rules'
import { cleanLine } from '@ohmstead/domain/forms/single-line'
import * as client from 'openid-client'
import type { PlatformDeps } from '../../../platform/platform-deps.ts'
import type { OidcProvider } from '../../../read-oidc-providers.ts'
import type { SignInSteps } from '../sign-in-step.ts'
import { callbackUrl, discoverProvider } from './provider-client.ts'

export interface OauthPerson {
  issuer: string
  subject: string
  /** Only an address that the provider declares verified; else null. */
  email: string | null
  firstName: string
  lastName: string
}

/** Exchanges the code of the callback; the library checks state, nonce, PKCE, signature, issuer and audience. */
export async function readOauthPerson(
  deps: Pick<PlatformDeps, 'settings' | 'clock'>,
  provider: OidcProvider,
  search: string,
  step: SignInSteps['oauth'],
): Promise<OauthPerson> {
  const configuration = await discoverProvider(provider, deps.clock.now())
  const url = new URL(callbackUrl(deps.settings, provider))
  url.search = search
  // Apple posts the name beside the code, only the first time.
  const posted = parsePostedName(url.searchParams.get('user'))
  url.searchParams.delete('user')
  const tokens = await client.authorizationCodeGrant(configuration, url, {
    pkceCodeVerifier: step.verifier,
    expectedState: step.state,
    expectedNonce: step.nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()!
  const claimed: Record<string, unknown> = { ...claims }
  // Some return address and names only from the user-info endpoint.
  if (claimed.email === undefined && configuration.serverMetadata().userinfo_endpoint)
    Object.assign(claimed, await client.fetchUserInfo(configuration, tokens.access_token, claims.sub))
  const email = typeof claimed.email === 'string' ? claimed.email.trim().toLowerCase() : ''
  const isVerified = claimed.email_verified === true || claimed.email_verified === 'true'
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: isVerified && checkValue(email, [required, emailRule]) === null ? email : null,
    firstName: cleanName(claimed.given_name ?? posted.firstName),
    lastName: cleanName(claimed.family_name ?? posted.lastName),
  }
}

function parsePostedName(text: string | null): { firstName?: unknown; lastName?: unknown } {
  try {
    return (JSON.parse(text ?? '{}') as { name?: object }).name ?? {}
  } catch {
    return {}
  }
}

const cleanName = (name: unknown) => (typeof name === 'string' ? cleanLine(name, 100) : '')
