import type { Environment } from './environment.ts'
import { requireAll } from './require-all.ts'

/** An OpenID Connect provider for signing in. */
export interface OidcProvider {
  id: 'google' | 'apple' | 'other'
  name: string
  issuer: string
  clientId: string
  /** Fixed, or for Apple the key that signs a fresh one for each use. */
  secret: string | { teamId: string; keyId: string; privateKey: string }
}

export function readOidcProviders(env: Environment): OidcProvider[] {
  requireAll(env, ['OIDC_GOOGLE_CLIENT_ID', 'OIDC_GOOGLE_CLIENT_SECRET'])
  requireAll(env, [
    'OIDC_APPLE_CLIENT_ID',
    'OIDC_APPLE_TEAM_ID',
    'OIDC_APPLE_KEY_ID',
    'OIDC_APPLE_PRIVATE_KEY',
  ])
  requireAll(env, [
    'OIDC_OTHER_NAME',
    'OIDC_OTHER_ISSUER',
    'OIDC_OTHER_CLIENT_ID',
    'OIDC_OTHER_CLIENT_SECRET',
  ])
  const providers: OidcProvider[] = []
  if (env.OIDC_GOOGLE_CLIENT_ID)
    providers.push({
      id: 'google',
      name: 'Google',
      issuer: env.OIDC_GOOGLE_ISSUER,
      clientId: env.OIDC_GOOGLE_CLIENT_ID,
      secret: env.OIDC_GOOGLE_CLIENT_SECRET!,
    })
  if (env.OIDC_APPLE_CLIENT_ID)
    providers.push({
      id: 'apple',
      name: 'Apple',
      issuer: env.OIDC_APPLE_ISSUER,
      clientId: env.OIDC_APPLE_CLIENT_ID,
      secret: {
        teamId: env.OIDC_APPLE_TEAM_ID!,
        keyId: env.OIDC_APPLE_KEY_ID!,
        privateKey: env.OIDC_APPLE_PRIVATE_KEY!,
      },
    })
  if (env.OIDC_OTHER_CLIENT_ID)
    providers.push({
      id: 'other',
      name: env.OIDC_OTHER_NAME!,
      issuer: env.OIDC_OTHER_ISSUER!,
      clientId: env.OIDC_OTHER_CLIENT_ID,
      secret: env.OIDC_OTHER_CLIENT_SECRET!,
    })
  return providers
}
