import { randomUUID } from 'node:crypto'
import type { LiveNotice } from '@ohmstead/contract/live-events'
import type { TunnelEnd } from '@ohmstead/contract/tunnel'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import type { TunnelSettings } from '../../read-tunnel-settings.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { checkVisits } from './check-visits.ts'
import { createInFlight } from './in-flight.ts'
import { findOwnAddress, inUrl } from './own-address.ts'
import { createPass, openRelay, readPass, readRelayPass, relayProtocol } from './relay.ts'
import { findPublicKey, type SshSession, startSshServer } from './ssh-server.ts'
import { getTunnelHostKey } from './tunnel-host-key.ts'
import { startTunnelListener } from './tunnel-listener.ts'
import { notifyTunnelEnded, tunnelChannel } from './tunnel-notices.ts'
import { refusedUpgrade } from './tunnel-pages.ts'
import { closeOverdue, findAwaited, markClosed, markConnected, renewHolder } from './tunnel-queries.ts'

type Needed = Pick<PlatformDeps, 'db' | 'clock' | 'log' | 'settings' | 'secrets'>

export interface Tunnels {
  /** What a controller needs to connect. */
  readonly ssh: { host: string; port: number; hostKey: string }
  /** Where a browser enters. */
  entryOf(hostName: string, ticket: string): string
  /** Ends what should not be open any more; done every few seconds by itself. */
  sweep(): Promise<void>
  close(): Promise<void>
}

const sweepMs = 5_000
/** A controller that was asked has this long to connect. */
const answerMs = 60_000
/** A process that says nothing for this long holds nothing any more. */
const silentMs = 30_000
/** What a tunnel may carry in all: many pages and some files, no disk. */
const mostBytes = 2_000_000_000

/** The tunnels of one process: an SSH server for controllers, a listener for browsers, and what holds them together. */
export async function startTunnels(deps: Needed, settings: TunnelSettings): Promise<Tunnels> {
  const { clock, log, secrets } = deps
  const db = deps.db.at('page')
  const holder = randomUUID()
  const sessions = new Map<number, SshSession>()
  const inFlight = createInFlight()
  let isClosing = false
  const closers: (() => Promise<unknown>)[] = []
  const complain = (error: Error) => {
    if (!isClosing) log.warn({ reason: error.message }, 'tunnels could not be looked after')
  }

  function end(id: number): void {
    inFlight.cutTunnel(id)
    sessions.get(id)?.end()
    sessions.delete(id)
  }

  async function closeByItself(id: number, cause: TunnelEnd): Promise<void> {
    end(id)
    await db.transaction(async (tx) => {
      const closed = await markClosed(tx, id, { end: cause, now: clock.now() })
      if (!closed) return
      await recordEnd(tx, deps, closed, cause)
      await notifyTunnelEnded(tx, id)
    })
  }

  const privateKey = await getTunnelHostKey(db, secrets, clock.now())
  const listener = await startTunnelListener({
    ...{ deps, inFlight },
    ...{ host: settings.host, port: settings.port },
    url: (port) => new URL(settings.url ?? `http://tunnel.localhost:${port}`),
    openStream: ({ tunnel_id: id, holder: who, holder_url: url }) => {
      const own = sessions.get(id)
      if (own) return own.openStream()
      if (who === null || who === holder || url === null) throw new Error('the controller has not connected')
      return openRelay(url, createPass(secrets, id, clock.now()))
    },
    handleRelay: (request, socket, head) => {
      const id = readPass(secrets, readRelayPass(request), clock.now())
      const session = id === null ? undefined : sessions.get(id)
      if (!session) return void socket.end(refusedUpgrade(id === null ? 403 : 404))
      session.openStream().then(
        (stream) => {
          socket.write(
            `HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: ${relayProtocol}\r\n\r\n`,
          )
          if (head.length > 0) stream.write(head)
          socket.on('close', () => stream.destroy())
          stream.on('close', () => socket.destroy())
          stream.on('error', () => socket.destroy())
          socket.pipe(stream)
          stream.pipe(socket)
        },
        () => socket.end(refusedUpgrade(502)),
      )
    },
  })
  closers.push(listener.close)
  const relayUrl = settings.relayUrl ?? `http://${inUrl(findOwnAddress(settings.host))}:${listener.port}`

  const ssh = await startSshServer({
    ...{ host: settings.sshHost, port: settings.sshPort, hostKey: privateKey, log },
    findAwaited: (user) => findAwaited(db, user, clock.now()),
    onOpen: async (id, session) => {
      const isOpen = await markConnected(db, id, { holder, url: relayUrl, now: clock.now() })
      if (!isOpen || isClosing) return false
      // The controller has come again: what it had before is dead, whether it knows or not.
      sessions.get(id)?.end()
      sessions.set(id, session)
      return true
    },
    onEnd: (id, session) => {
      if (sessions.get(id) !== session || isClosing) return
      closeByItself(id, 'lost').catch(complain)
    },
  })
  closers.push(ssh.close)

  async function sweep(): Promise<void> {
    const now = clock.now()
    for (const [id, session] of sessions) {
      const bytes = session.countBytes()
      if (!(await renewHolder(db, id, { holder, ...bytes, now }))) end(id)
      else if (bytes.sent + bytes.received > mostBytes) await closeByItself(id, 'volume')
    }
    const ended = await db.transaction(async (tx) => {
      const closed = await closeOverdue(tx, { now, answerMs, silentMs })
      for (const tunnel of closed) {
        await recordEnd(tx, deps, tunnel, tunnel.end_cause)
        await notifyTunnelEnded(tx, tunnel.id)
      }
      return closed
    })
    for (const { id } of ended) end(id)
    await checkVisits(deps, inFlight, null)
  }

  closers.push(await db.listen(tunnelChannel, (id) => end(Number(id))))
  closers.push(
    await db.listen('live', (payload) => {
      const notice = JSON.parse(payload) as LiveNotice
      if (notice.t === 'access') checkVisits(deps, inFlight, notice.user).catch(complain)
    }),
  )
  let sweeping: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep).catch(complain)
  }, sweepMs)
  timer.unref()

  return {
    ssh: {
      host: settings.sshAddress?.host ?? new URL(deps.settings.publicUrl).hostname,
      port: settings.sshAddress?.port ?? ssh.port,
      hostKey: await findPublicKey(privateKey),
    },
    entryOf: (hostName, ticket) =>
      `${listener.url.protocol}//${hostName}.${listener.url.host}/.ohmstead/enter?ticket=${ticket}`,
    sweep,
    close: async () => {
      clearInterval(timer)
      await sweeping
      const held = [...sessions.keys()]
      await Promise.all(held.map((id) => closeByItself(id, 'stopped').catch(complain)))
      isClosing = true
      for (const close of closers.splice(0).reverse()) await close()
    },
  }
}

async function recordEnd(
  tx: Parameters<typeof recordAudit>[0],
  { clock }: Pick<PlatformDeps, 'clock'>,
  { location_id: locationId, controller_id: controllerId }: { location_id: number; controller_id: number },
  way: TunnelEnd,
): Promise<void> {
  const nobody = { actor: null, address: null, at: clock.now() }
  await recordAudit(tx, nobody, { action: 'tunnel_closed', locationId, controllerId, after: { way } })
}
