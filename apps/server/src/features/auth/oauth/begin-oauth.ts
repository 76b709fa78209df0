import type { FastifyReply } from 'fastify'
import * as client from 'openid-client'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { OidcProvider } from '../../../read-oidc-providers.ts'
import { beginSignInStep } from '../sign-in-step.ts'
import { callbackUrl, discoverProvider } from './provider-client.ts'

/**
 * The provider's URL for this browser: code flow with PKCE, state and nonce, all of them stored for this
 * browser only. `userId` is who wants to connect the provider; null signs in. Throws `provider_unavailable`.
 */
export async function beginOauth(
  deps: Deps,
  { reply }: { reply: FastifyReply },
  provider: OidcProvider,
  {
    userId,
    returnTo,
    staySignedIn,
  }: { userId: number | null; returnTo: string | null; staySignedIn: boolean },
): Promise<URL> {
  const configuration = await discoverProvider(provider, deps.clock.now()).catch((error) => {
    deps.log.warn({ provider: provider.id, reason: String(error) }, 'the sign-in provider does not answer')
    throw new AppError('provider_unavailable')
  })
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const nonce = client.randomNonce()
  await beginSignInStep(deps, { reply }, 'oauth', {
    userId,
    detail: { provider: provider.id, state, nonce, verifier, returnTo, staySignedIn },
  })
  return client.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl(deps.settings, provider),
    scope: provider.id === 'apple' ? 'openid email name' : 'openid email profile',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    // Apple returns name and address only by posting a form.
    ...(provider.id === 'apple' && { response_mode: 'form_post' }),
  })
}
