import type { Api } from '@ohmstead/contract/all-endpoints'
import type { ErrorBody } from '@ohmstead/contract/errors'
import { ApiError } from './api-error.ts'
import { isAttended } from './attended.ts'
import { setProbe } from './reachability.ts'
import { type CallKind, send } from './send.ts'

export type Key = keyof Api
export type Answer<K extends Key> = Api[K]['answer']

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Record<never, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }
type Options<K extends Key> = Part<'params', Api[K]['params']> &
  Part<'query', Api[K]['query']> &
  Part<'body', Api[K]['body']>
type Rest<K extends Key> =
  Record<never, never> extends Options<K> ? [options?: Options<K> & Cancel] : [options: Options<K> & Cancel]
interface Cancel {
  signal?: AbortSignal
}

/** Called whenever an answer says that nobody is signed in any more. */
let onSignedOut: () => void = () => {}
export function setSignedOutHandler(handler: () => void): void {
  onSignedOut = handler
}
let isChangingSession = false
/** Between two sessions of one browser, requests of the first are refused without anybody having been signed out. */
export function noteSessionChange(isUnderWay: boolean): void {
  isChangingSession = isUnderWay
}
/** For an endpoint whose answer says so only sometimes: a visit also begins without a user. */
export function notifySignedOut(): void {
  if (!isChangingSession) onSignedOut()
}

// Where the API is; empty means the page's origin.
let base = ''

/**
 * Sends every call to another origin from now on; null stays. Only the site's own choice gets here, and the
 * page's policy has the same list, so that no answer can redirect a password elsewhere.
 */
export function setApiHost(host: string | null): void {
  // Also in a worker, which has no window.
  base = host === null || host === globalThis.location.origin ? '' : host
}

/** Whether the API is at another origin than the page. */
export const isApiElsewhere = (): boolean => base !== ''

/** The other origin, for a worker of the page, which starts with none; null is here. */
export const getApiHost = (): string | null => base || null

/** The full URL of an API path, for anything but a call. */
export const apiAddress = (path: string): string => `${base}/api${path}`

/** Belongs to the page's origin, wherever the API is. */
const own = new Set<Key>(['GET /site/info', 'GET /site/translations/:locale'])

/**
 * Calls an endpoint by its method and path, e.g. `call('GET /locations/:locationId', { params: { locationId } })`.
 * Returns the payload without its envelope; throws ApiError.
 */
export async function call<K extends Key>(key: K, ...[options]: Rest<K>): Promise<Answer<K>> {
  return readAnswer<K>(await request(key, options, key.startsWith('GET ') ? 'read' : 'change'), key)
}

/** The same for an endpoint that answers with a file. */
export async function callForFile<K extends Key>(key: K, ...[options]: Rest<K>): Promise<Blob> {
  const answer = await request(key, options, 'file')
  return answer.ok ? answer.blob() : readFailure(answer, key)
}

function request(key: Key, options: unknown, kind: CallKind): Promise<Response> {
  const { params, query, body, signal } = (options ?? {}) as {
    params?: Record<string, string | number>
    query?: Record<string, unknown>
    body?: unknown
  } & Cancel
  const [method, path] = key.split(' ') as [string, string]
  const at = `${fillPath(path, params)}${toQuery(query)}`
  const isOwn = own.has(key)
  const init = {
    method,
    signal,
    // On another site the session is only sent on request.
    ...(!isOwn && isApiElsewhere() && { credentials: 'include' as const }),
    headers: {
      accept: 'application/json',
      ...(method !== 'GET' && { 'x-requested-with': 'ohmstead' }),
      ...(!isAttended() && { 'x-unattended': 'true' }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify({ data: body }),
  }
  return send(isOwn ? `/api${at}` : apiAddress(at), init, kind)
}

/** Sends a raw file to an endpoint that takes one as its body. */
export async function upload<K extends Key>(
  key: K,
  file: Blob,
  contentType: string,
  params?: Record<string, string | number>,
): Promise<Answer<K>> {
  const [method, path] = key.split(' ') as [string, string]
  const headers = {
    accept: 'application/json',
    'content-type': contentType,
    'x-requested-with': 'ohmstead',
  }
  const credentials = isApiElsewhere() ? 'include' : 'same-origin'
  const init: RequestInit = { method, headers, credentials, body: file }
  return readAnswer<K>(await send(apiAddress(fillPath(path, params)), init, 'file'), key)
}

/** Reads an answer that was fetched elsewhere (before the application started). */
export async function readAnswer<K extends Key>(response: Response, key?: K): Promise<Answer<K>> {
  if (response.ok) {
    if (response.status === 204) return undefined as Answer<K>
    return ((await response.json()) as { data: Answer<K> }).data
  }
  return readFailure(response, key)
}

async function readFailure(response: Response, key?: Key): Promise<never> {
  const failed = ((await response.json().catch(() => null)) as ErrorBody | null)?.error
  // The others explain themselves.
  const supportCode = response.status === 500 ? response.headers.get('x-request-id') : null
  const code = failed?.code ?? (response.status >= 502 ? 'unavailable' : 'unexpected')
  const error = new ApiError(code, { ...failed, supportCode })
  if (error.code === 'not_signed_in' && key !== 'GET /auth/user') notifySignedOut()
  throw error
}

setProbe(async () => {
  try {
    const answer = await fetch(apiAddress('/health'), { cache: 'no-store', mode: 'no-cors' })
    // From another site nothing more is known than that it answers.
    return answer.type === 'opaque' || answer.status < 502
  } catch {
    return false
  }
})

function fillPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

function toQuery(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one))
    }
  }
  const text = search.toString()
  return text && `?${text}`
}
