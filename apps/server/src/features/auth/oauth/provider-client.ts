import { createPrivateKey, sign } from 'node:crypto'
import * as client from 'openid-client'
import { isLoopback } from '../../../platform/is-loopback.ts'
import type { OidcProvider } from '../../../read-oidc-providers.ts'
import type { Settings } from '../../../settings.ts'

export function findProvider(settings: Settings, id: string): OidcProvider | undefined {
  return settings.oidc.find((provider) => provider.id === id)
}

export function callbackUrl({ publicUrl }: Pick<Settings, 'publicUrl'>, provider: OidcProvider): string {
  return `${publicUrl}/api/auth/oauth/${provider.id}/callback`
}

const keepMs = 3_600_000
const known = new Map<string, { configuration: client.Configuration; readAt: number }>()

/** The provider's self-description, fetched at most once an hour. */
export async function discoverProvider(provider: OidcProvider, now: number): Promise<client.Configuration> {
  const key = `${provider.issuer} ${provider.clientId}`
  const kept = known.get(key)
  if (kept && now - kept.readAt < keepMs && typeof provider.secret === 'string') return kept.configuration
  const issuer = new URL(provider.issuer)
  const secret =
    typeof provider.secret === 'string' ? provider.secret : signAppleSecret(provider, provider.secret)
  const configuration = await client.discovery(
    issuer,
    provider.clientId,
    { client_secret: secret },
    client.ClientSecretPost(secret),
    {
      timeout: 10,
      execute: [
        // The library skips signatures if TLS delivered the token; here they are checked as well.
        client.enableNonRepudiationChecks,
        // Without TLS only a provider on this very machine.
        ...(issuer.protocol === 'http:' && isLoopback(issuer.hostname) ? [client.allowInsecureRequests] : []),
      ],
    },
  )
  known.set(key, { configuration, readAt: now })
  return configuration
}

const appleSecretSeconds = 600

/** Apple requires a signed statement as the secret (developer.apple.com, "Creating a client secret"). */
function signAppleSecret(
  { clientId, issuer }: OidcProvider,
  { teamId, keyId, privateKey }: Exclude<OidcProvider['secret'], string>,
): string {
  const issuedAt = Math.floor(Date.now() / 1000)
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const head = encode({ alg: 'ES256', kid: keyId })
  const body = encode({
    iss: teamId,
    iat: issuedAt,
    exp: issuedAt + appleSecretSeconds,
    aud: issuer,
    sub: clientId,
  })
  const signature = sign('sha256', Buffer.from(`${head}.${body}`), {
    key: createPrivateKey(privateKey),
    dsaEncoding: 'ieee-p1363',
  })
  return `${head}.${body}.${signature.toString('base64url')}`
}
