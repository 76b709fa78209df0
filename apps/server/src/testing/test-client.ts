import type { Api } from '@ohmstead/contract/all-endpoints'
import type { ErrorBody } from '@ohmstead/contract/errors'

type Given<Value> = Value extends undefined ? undefined : Value | undefined

export interface TestAnswer<Answer> {
  status: number
  headers: Headers
  /** The payload of a successful answer; reading that of a refused one throws the refusal. */
  data: Answer
  error: ErrorBody['error'] | null
}

export interface TestClient {
  /** Calls an endpoint of the contract by its name: `'GET /locations/:locationId'`. */
  call<Name extends keyof Api>(
    name: Name,
    input?: {
      params?: Record<string, string | number>
      query?: Record<string, string | number>
      body?: Given<Api[Name]['body']>
      headers?: Record<string, string>
    },
  ): Promise<TestAnswer<Api[Name]['answer']>>
  /** Any request, for what the contract would not allow. */
  request(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>
  signIn(email: string, password?: string): Promise<void>
  cookie: string
}

export const testPassword = 'correct horse battery staple'

/** A browser: keeps the cookies it gets and sends what a page of ours sends. */
export function createTestClient(url: string): TestClient {
  const jar = new Map<string, string>()

  const client: TestClient = {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    async request(method, path, { body, headers } = {}) {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(jar.size > 0 && { cookie: client.cookie }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'manual',
      })
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';')
        const [name = '', value = ''] = pair.split('=')
        if (/expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name)
        else jar.set(name, value)
      }
      return response
    },
    async call(name, { params = {}, query = {}, body, headers } = {}) {
      const [method = '', template = ''] = name.split(' ')
      const path = template.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])))
      const search = new URLSearchParams(
        Object.entries(query).map(([key, value]) => [key, String(value)]),
      ).toString()
      const response = await client.request(method, search ? `${path}?${search}` : path, {
        ...(body !== undefined && { body: { data: body } }),
        ...(headers && { headers }),
      })
      const text = await response.text()
      const parsed = (text ? JSON.parse(text) : {}) as { data?: never } & Partial<ErrorBody>
      return {
        status: response.status,
        headers: response.headers,
        error: parsed.error ?? null,
        get data() {
          if (parsed.error) throw new Error(`${name} answered ${response.status} ${text}`)
          return parsed.data as never
        },
      }
    },
    async signIn(email, password = testPassword) {
      const answer = await client.call('POST /auth/login', { body: { email, password } })
      if (answer.error) throw new Error(`signing in as ${email}: ${answer.error.code}`)
    },
  }
  return client
}
