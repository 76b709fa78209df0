import type { Api } from '@ohmstead/contract/all-endpoints'
import type { ErrorCode } from '@ohmstead/contract/errors'
import { errorStatus } from '@ohmstead/contract/errors'
import { vi } from 'vitest'
import type { Answer, Key } from '../lib/call.ts'

/** One call as sent by the page. */
export interface SentCall<K extends Key = Key> {
  key: K
  params: Record<string, string>
  query: Record<string, string>
  body: Api[K]['body']
}

/** The answer to a call: typed by the contract, so that a fake cannot drift from the server. */
type Answers = { [K in Key]?: (sent: SentCall<K>) => Answer<K> | Promise<Answer<K>> }

export class Refusal extends Error {
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | undefined
  constructor(code: ErrorCode, retryAfterSeconds?: number) {
    super(code)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface FakeApi {
  /** Every call so far, in order. */
  sent: SentCall[]
  /** The calls of one endpoint. */
  sentTo<K extends Key>(key: K): SentCall<K>[]
}

/** Answers the calls of a component. A call without a given answer fails the test by its name. */
export function fakeApi(answers: Answers): FakeApi {
  const sent: SentCall[] = []
  const known = (Object.keys(answers) as Key[]).map((key) => {
    const [method, path] = key.split(' ') as [string, string]
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
    const pattern = new RegExp(`^/api${path.replace(/:\w+/g, '([^/]+)')}$`)
    return { key, method, names, pattern }
  })
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(String(input), 'http://localhost')
    const method = init.method ?? 'GET'
    for (const { key, names, pattern, ...endpoint } of known) {
      const match = endpoint.method === method ? pattern.exec(url.pathname) : null
      if (!match) continue
      const params = Object.fromEntries(names.map((name, index) => [name, match[index + 1]!]))
      const query = Object.fromEntries(url.searchParams)
      const body = init.body ? (JSON.parse(String(init.body)) as { data: never }).data : undefined
      const call = { key, params, query, body } as SentCall
      sent.push(call)
      return answer(answers[key] as (sent: SentCall) => unknown, call)
    }
    throw new Error(`no answer for ${method} ${url.pathname}`)
  })
  return {
    sent,
    sentTo: <K extends Key>(key: K) => sent.filter((call) => call.key === key) as SentCall<K>[],
  }
}

async function answer(find: (sent: SentCall) => unknown, call: SentCall): Promise<Response> {
  try {
    const data = await find(call)
    return data === undefined ? new Response(null, { status: 204 }) : Response.json({ data })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, retryAfterSeconds } = error
    return Response.json({ error: { code, retryAfterSeconds } }, { status: errorStatus[code] })
  }
}
