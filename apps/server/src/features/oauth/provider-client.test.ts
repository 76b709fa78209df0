import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { discoverProvider } from './provider-client.ts'

/** A provider that describes itself as somebody, which may be somebody else. */
async function describeItself(name: (own: string) => string): Promise<unknown> {
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
    return await discoverProvider({ id: 'other', name: 'Other', issuer, clientId: 'x', secret: 'y' }, 0)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('a provider is believed what it says of itself', async () => {
  expect(await describeItself((own) => own)).toBeTruthy()
})

test('a description that names another issuer is refused', async () => {
  await expect(describeItself(() => 'https://accounts.google.com')).rejects.toThrow()
  await expect(describeItself((own) => `${own}/realm`)).rejects.toThrow()
})
