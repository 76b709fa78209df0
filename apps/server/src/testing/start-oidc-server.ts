import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** An ID token in its parts, and whose key signs it. */
export interface TestIdToken {
  header: Record<string, unknown>
  claims: Record<string, unknown>
  signer: 'provider' | 'somebody' | 'nobody'
}

export interface TestOidcServer {
  issuer: string
  clientId: string
  clientSecret: string
  /** The claims of each person, by subject. */
  people: Map<string, Record<string, unknown>>
  /**
   * Signs in there as this person, as if sent to `url`, agrees to everything, and returns the address that the browser
   * is redirected to.
   */
  signIn(url: string, subject: string): Promise<string>
  /** Alters each ID token before it is sent; null leaves them alone. */
  forge: ((token: TestIdToken) => Partial<TestIdToken>) | null
  stop(): Promise<void>
}

/** A real OpenID Connect server on loopback with one client. It asks nobody for a password. */
export async function startOidcServer(redirectUris: string[]): Promise<TestOidcServer> {
  const people = new Map<string, Record<string, unknown>>()
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [clientId, clientSecret] = ['ohmstead', 'a-secret-of-the-client']
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
    },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    pkce: { required: () => true },
    cookies: { keys: ['a key of the test'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'test' }] },
  })
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  provider.use(async (context, next) => {
    await next()
    const body = context.body as { id_token?: string } | undefined
    if (context.path !== '/token' || !made.forge || !body?.id_token) return
    const [header, claims] = body.id_token
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>)
    const token = { header: header!, claims: claims!, signer: 'provider' as const }
    const forged: TestIdToken = { ...token, ...made.forge(token) }
    const content = `${encode(forged.header)}.${encode(forged.claims)}`
    const key = forged.signer === 'provider' ? privateKey : foreign.privateKey
    const signature =
      forged.signer === 'nobody' ? '' : sign('sha256', Buffer.from(content), key).toString('base64url')
    context.body = { ...body, id_token: `${content}.${signature}` }
  })
  server.on('request', provider.callback())

  async function signIn(url: string, subject: string): Promise<string> {
    const jar = new Map<string, string>()
    let next = url
    for (let hop = 0; hop < 20; hop++) {
      if (!next.startsWith(issuer)) return next
      const isInteraction = /\/interaction\/[^/]+$/.test(next)
      let response = await visit(next)
      if (isInteraction && response.status === 200) {
        const prompt = /name="prompt" value="(\w+)"/.exec(await response.text())?.[1] ?? 'login'
        response = await visit(next, new URLSearchParams({ prompt, login: subject, password: 'any' }))
      }
      const location = response.headers.get('location')
      if (!location) throw new Error(`${response.status} without a way on: ${await response.text()}`)
      next = new URL(location, next).href
    }
    throw new Error('the sign-in did not come to an end')

    async function visit(address: string, form?: URLSearchParams): Promise<Response> {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(address, {
        redirect: 'manual',
        headers: { cookie },
        ...(form && { method: 'POST', body: form }),
      })
      for (const line of response.headers.getSetCookie()) {
        const [name = '', ...value] = line.split(';')[0]!.split('=')
        if (value.join('=')) jar.set(name, value.join('='))
        else jar.delete(name)
      }
      return response
    }
  }

  const made: TestOidcServer = {
    issuer,
    clientId,
    clientSecret,
    people,
    signIn,
    forge: null,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return made
}
