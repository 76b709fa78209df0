import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

// What of a browser's request a device gets to see, and what of its answer a browser.

type Distinct = NodeJS.Dict<string[]>

/** Of this connection only (RFC 9110, 7.6.1). */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
/** Who asks, and by what way, is none of the device's business. */
const unsent =
  /^(forwarded|via|x-forwarded-.*|x-real-ip|x-request-id|expect|sec-fetch-.*|sec-purpose|service-worker.*)$/
/**
 * What a device must not tell a browser: it would hold beyond this tunnel (certificates, reports, clearing what belongs to
 * the whole domain), open it to other pages, or let its pages keep running.
 */
const unanswered =
  /^(access-control-.*|alt-svc|clear-site-data|expect-ct|nel|origin-trial|public-key-pins.*|report-to|reporting-endpoints|service-worker-allowed|strict-transport-security)$/

function namedIn(connection: readonly string[] | undefined): Set<string> {
  const names = (connection ?? [])
    .flatMap((value) => value.split(','))
    .map((name) => name.trim().toLowerCase())
  return new Set(names)
}

export interface Way {
  /** The device's own name, as its page would be asked for beside it. */
  target: string
  /** The origin under which a browser shows it. */
  origin: string
  /** Of our own cookie. */
  cookieName: string
  isUpgrade: boolean
}

export function buildRequestHeaders(given: Distinct, way: Way): OutgoingHttpHeaders {
  const dropped = namedIn(given.connection)
  const headers: OutgoingHttpHeaders = {}
  for (const [name, values] of Object.entries(given)) {
    if (!values || hopByHop.has(name) || dropped.has(name) || unsent.test(name)) continue
    if (name === 'host' || name === 'cookie' || name === 'origin' || name === 'referer') continue
    headers[name] = values
  }
  headers.host = way.target
  const cookies = stripCookie(given.cookie ?? [], way.cookieName)
  if (cookies !== '') headers.cookie = cookies
  // The device compares both with its own name.
  if (given.origin) headers.origin = `http://${way.target}`
  const referer = given.referer?.[0]
  if (referer?.startsWith(`${way.origin}/`))
    headers.referer = `http://${way.target}${referer.slice(way.origin.length)}`
  headers.connection = way.isUpgrade ? 'upgrade' : 'close'
  if (way.isUpgrade) headers.upgrade = 'websocket'
  return headers
}

function stripCookie(given: readonly string[], own: string): string {
  const pairs = given.flatMap((line) => line.split(';')).map((pair) => pair.trim())
  return pairs.filter((pair) => pair !== '' && pair.split('=')[0]!.trim() !== own).join('; ')
}

export function buildResponseHeaders(given: Distinct, way: Way): OutgoingHttpHeaders {
  const dropped = namedIn(given.connection)
  const headers: OutgoingHttpHeaders = {}
  for (const [name, values] of Object.entries(given)) {
    if (!values || hopByHop.has(name) || dropped.has(name) || unanswered.test(name)) continue
    if (name === 'set-cookie' || name === 'location' || name === 'refresh' || name === 'cache-control')
      continue
    headers[name] = values
  }
  const cookies = (given['set-cookie'] ?? []).flatMap((line) => confineCookie(line, way.cookieName) ?? [])
  if (cookies.length > 0) headers['set-cookie'] = cookies
  const location = given.location?.[0]
  if (location !== undefined) headers.location = leadBack(location, way)
  headers['cache-control'] = keepPrivate(given['cache-control'])
  // Nobody else may show, read or be told of it; the device's own rules for its content stay.
  headers['referrer-policy'] = 'same-origin'
  headers['cross-origin-resource-policy'] = 'same-origin'
  headers['cross-origin-opener-policy'] = 'same-origin'
  headers['origin-agent-cluster'] = '?1'
  headers['x-frame-options'] = 'SAMEORIGIN'
  headers['x-robots-tag'] = 'noindex'
  if (way.isUpgrade) {
    headers.connection = 'Upgrade'
    headers.upgrade = 'websocket'
  }
  return headers
}

/** A cookie for this very host; undefined for one that would take the place of ours. */
export function confineCookie(line: string, own: string): string | undefined {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const name = pair.split('=')[0]!.trim().toLowerCase()
  if (name === own.toLowerCase() || /^__(host|secure)-/.test(name)) return undefined
  return [pair, ...attributes.filter((attribute) => !/^(domain|partitioned)\b/i.test(attribute))].join('; ')
}

/** A redirect to the device's own name leads through the tunnel. */
function leadBack(location: string, { target }: Way): string {
  const base = `http://${target}`
  const url = URL.parse(location, base)
  if (!url) return location
  const own = new URL(base)
  const isOwn = url.host === own.host || (url.hostname === 'localhost' && url.port === own.port)
  return isOwn && /^https?:$/.test(url.protocol) && /^[a-z][a-z0-9+.-]*:|^\/\//i.test(location)
    ? `${url.pathname}${url.search}${url.hash}`
    : location
}

/** No cache between may keep it; the browser's own does as the device wants. */
function keepPrivate(given: readonly string[] | undefined): string {
  const kept = (given ?? [])
    .flatMap((value) => value.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^(public|private|s-maxage)\b/i.test(part))
  return ['private', ...(kept.length === 0 ? ['no-cache'] : kept)].join(', ')
}

/**
 * Whether a page of the tunnel asks, or a person follows a link; what other pages ask for carries the cookie, too, where
 * they share the registrable domain.
 */
export function isOwnRequest(
  {
    method = 'GET',
    headers,
    isUpgrade,
  }: { method?: string | undefined; headers: IncomingHttpHeaders; isUpgrade: boolean },
  origin: string,
): boolean {
  if (isUpgrade) return headers.origin === origin
  const isReading = method === 'GET' || method === 'HEAD'
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return true
  if (site === undefined) return isReading || headers.origin === origin
  return isReading && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}

export function readCookie(header: string | undefined, name: string): string | null {
  const found = (header ?? '').split(';').map((pair) => pair.trim())
  return found.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
}
