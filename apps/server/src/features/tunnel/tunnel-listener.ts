import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { createToken, hashToken } from '../../platform/random-token.ts'
import { createTurnsOfEach } from '../../platform/turns.ts'
import { checkVisit } from './check-visit.ts'
import { isOwnRequest, readCookie, type Way } from './clean-headers.ts'
import { forwardRequest, forwardUpgrade } from './forward-request.ts'
import type { InFlight } from './in-flight.ts'
import { isRelay } from './relay.ts'
import { refusedUpgrade, sendTunnelPage, statusOf } from './tunnel-pages.ts'
import { enterVisit, type Visit } from './visit-queries.ts'

export interface TunnelListenerOptions {
  deps: Pick<PlatformDeps, 'db' | 'clock' | 'log' | 'settings'>
  host: string
  port: number
  /** Where browsers reach it, once its port is known: `https://tunnel.example.net`. */
  url(port: number): URL
  inFlight: InFlight
  openStream(visit: Visit): Promise<Duplex>
  handleRelay(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

/** As the page sees its own address, whichever port it really has. */
const target = '127.0.0.1'
const label = /^[a-z2-7]{26}$/
const atOnce = 8
const enterPath = '/.ohmstead/enter'

/** Where browsers see the pages of controllers: a listener of its own, on which nothing of the platform answers. */
export async function startTunnelListener(
  options: TunnelListenerOptions,
): Promise<{ port: number; url: URL; close(): Promise<void> }> {
  const { deps, inFlight } = options
  const takeTurn = createTurnsOfEach(atOnce)
  const server = createServer({ maxHeaderSize: 16_384, headersTimeout: 20_000, requestTimeout: 0 })
  const sockets = new Set<Duplex>()
  let url: URL

  const isSecure = () => url.protocol === 'https:'
  const cookieName = () => (isSecure() ? '__Host-ohmstead-tunnel' : 'ohmstead-tunnel')

  /** The tunnel that a request names; null for an address that is none. */
  function hostNameOf({ headers }: IncomingMessage): string | null {
    const [name = '', ...rest] = (headers.host ?? '').toLowerCase().split('.')
    return label.test(name) && rest.join('.') === url.host ? name : null
  }

  const wayOf = (hostName: string, isUpgrade: boolean): Way => ({
    ...{ target, isUpgrade },
    origin: `${url.protocol}//${hostName}.${url.host}`,
    cookieName: cookieName(),
  })

  function backUrl(visit: Visit | null): string {
    const { publicUrl } = deps.settings
    return visit
      ? `${publicUrl}/locations/${visit.location_id}/controllers/${visit.controller_id}`
      : publicUrl
  }

  async function check(request: IncomingMessage, hostName: string) {
    const cookie = readCookie(request.headers.cookie, cookieName())
    if (cookie === null) return { refusal: 'unknown' as const, visit: null }
    // Forged cookies must not keep others' pages from the database.
    return takeTurn(hostName, () => checkVisit(deps, hostName, cookie))
  }

  async function enter(request: IncomingMessage, response: ServerResponse, hostName: string): Promise<void> {
    const ticket = new URLSearchParams(request.url!.split('?')[1] ?? '').get('ticket') ?? ''
    const isVisit = request.method === 'GET' && request.headers['sec-purpose'] === undefined
    const cookie = createToken()
    const isEntered =
      isVisit &&
      /^[\w-]{43}$/.test(ticket) &&
      (await takeTurn(hostName, () =>
        enterVisit(deps.db.at('page'), {
          hostName,
          ticketHash: hashToken(ticket),
          cookieHash: hashToken(cookie),
          now: deps.clock.now(),
        }),
      ))
    if (!isEntered) return sendTunnelPage({ request, response }, 'unknown', { backUrl: backUrl(null) })
    response.writeHead(303, {
      location: '/',
      'set-cookie': `${cookieName()}=${cookie}; Path=/; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    response.end()
  }

  const refuse = (response: ServerResponse, status: number) => {
    response.writeHead(status, { 'cache-control': 'no-store', 'content-length': 0 })
    response.end()
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const hostName = hostNameOf(request)
    if (hostName === null) return refuse(response, 421)
    const path = request.url ?? ''
    if (!path.startsWith('/')) return refuse(response, 400)
    if (path.split('?')[0] === enterPath) return enter(request, response, hostName)
    // A service worker would outlive its page.
    if (path.startsWith('/.ohmstead') || request.headers['service-worker'] !== undefined)
      return refuse(response, 404)
    const way = wayOf(hostName, false)
    if (!isOwnRequest({ method: request.method, headers: request.headers, isUpgrade: false }, way.origin))
      return refuse(response, 403)
    const checked = await check(request, hostName)
    const shown = { backUrl: backUrl(checked.visit), locale: checked.visit?.locale ?? null }
    if ('refusal' in checked) return sendTunnelPage({ request, response }, checked.refusal, shown)
    const { visit } = checked
    const leave = inFlight.add({ ...flightOf(visit), cut: () => response.destroy() })
    if (!leave) return sendTunnelPage({ request, response }, 'busy', shown)
    try {
      const stream = await options.openStream(visit)
      if (response.destroyed) return void stream.destroy()
      await forwardRequest({ request, response, stream }, way)
    } catch (error) {
      deps.log.debug({ reason: (error as Error).message, tunnel: visit.tunnel_id }, 'a page gave no answer')
      if (!response.headersSent && !response.destroyed)
        sendTunnelPage({ request, response }, 'no_answer', shown)
    } finally {
      leave()
    }
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy())
    if (isRelay(request)) return options.handleRelay(request, socket, head)
    const refuseWith = (status: Parameters<typeof refusedUpgrade>[0]) =>
      void socket.end(refusedUpgrade(status))
    const hostName = hostNameOf(request)
    if (hostName === null) return refuseWith(421)
    const way = wayOf(hostName, true)
    const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket' && request.method === 'GET'
    if (!isWebSocket || !request.url?.startsWith('/') || request.url.startsWith('/.ohmstead'))
      return refuseWith(404)
    if (!isOwnRequest({ headers: request.headers, isUpgrade: true }, way.origin)) return refuseWith(403)
    const checked = await check(request, hostName)
    if ('refusal' in checked) return refuseWith(statusOf(checked.refusal))
    const leave = inFlight.add({ ...flightOf(checked.visit), cut: () => socket.destroy() })
    if (!leave) return refuseWith(503)
    try {
      const stream = await options.openStream(checked.visit)
      if (socket.destroyed) return void stream.destroy()
      await forwardUpgrade({ request, socket, head, stream }, way)
    } catch {
      refuseWith(502)
    } finally {
      leave()
    }
  }

  const flightOf = (visit: Visit) => ({
    ...{ tunnelId: visit.tunnel_id, visitId: visit.id, userId: visit.user_id },
    since: deps.clock.now(),
  })
  const complain = (error: unknown) => deps.log.warn({ err: error }, 'a request to a tunnel failed')
  server.on('request', (request, response) => {
    handle(request, response).catch((error) => {
      complain(error)
      if (!response.headersSent) refuse(response, 503)
      else response.destroy()
    })
  })
  server.on('upgrade', (request, socket, head) => {
    upgrade(request, socket, head).catch((error) => {
      complain(error)
      socket.destroy()
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => resolve())
  })
  const { port } = server.address() as AddressInfo
  url = options.url(port)
  return {
    ...{ port, url },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      return closed
    },
  }
}
