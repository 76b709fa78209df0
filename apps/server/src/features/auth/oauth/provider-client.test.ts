import { generateKeyPairSync, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { OidcProvider } from '../../../read-oidc-providers.ts'
import { discoverProvider } from './provider-client.ts'

type Ours = Pick<OidcProvider, 'id' | 'secret'>

/** A provider that describes itself as somebody, perhaps somebody else. */
async function describeItself(
  name: (own: string) => string,
  ours: Ours = { id: 'other', secret: 'y' },
): Promise<Awaited<ReturnType<typeof discoverProvider>>> {
  const server = createServer((_, response) => {
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const description = {
      issuer: name(own),
      authorization_endpoint: `${own}/auth`,
      token_endpoint: `${own}/token`,
      jwks_uri: `${own}/jwks`,
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(description))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    return await discoverProvider({ ...ours, name: 'Other', issuer, clientId: 'x' }, 0)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test("a provider's self-description is accepted", async () => {
  expect(await describeItself((own) => own)).toBeTruthy()
})

test('a description with another issuer is refused', async () => {
  await expect(describeItself(() => 'https://accounts.google.com')).rejects.toThrow()
  await expect(describeItself((own) => `${own}/realm`)).rejects.toThrow()
})

test('our client secret for Apple names Apple and us, for ten minutes', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const secret = { teamId: 'TEAM', keyId: 'KEY', privateKey: pem }
  const configuration = await describeItself((own) => own, { id: 'apple', secret })
  const signed = String(configuration.clientMetadata().client_secret)
  const [head, body, signature] = signed.split('.')
  const parse = (part = '') => JSON.parse(String(Buffer.from(part, 'base64url')))
  expect(parse(head)).toEqual({ alg: 'ES256', kid: 'KEY' })
  const claims = parse(body)
  expect(claims).toMatchObject({ iss: 'TEAM', sub: 'x', aud: configuration.serverMetadata().issuer })
  expect(claims.exp - claims.iat).toBe(600)
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature!, 'base64url'))).toBe(
    true,
  )
})
