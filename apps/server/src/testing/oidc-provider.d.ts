// The part used by the tests; the package has no types.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Account {
    accountId: string
    claims(): Record<string, unknown> & { sub: string }
  }
  export default class Provider {
    constructor(
      issuer: string,
      configuration: {
        clients: object[]
        claims: Record<string, string[]>
        findAccount(context: unknown, id: string): Account
        pkce: { required(): boolean }
        cookies: { keys: string[] }
        jwks?: object
      },
    )
    use(
      middleware: (context: { path: string; body: unknown }, next: () => Promise<void>) => Promise<void>,
    ): void
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    on(event: string, listener: (...details: unknown[]) => void): void
  }
}
