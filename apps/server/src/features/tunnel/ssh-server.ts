import { createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import type { AuthContext, Connection, ParsedKey, PublicKeyAuthContext } from 'ssh2'
import { networkOf } from '../../platform/network-of.ts'

/** What one controller's connection gives: streams to its page. */
export interface SshSession {
  openStream(): Promise<Duplex>
  /** What has passed on the line, with the cost of SSH itself. */
  countBytes(): { sent: number; received: number }
  end(): void
}

export interface SshServerOptions {
  host: string
  port: number
  hostKey: string
  log: Logger
  /** The tunnel that this user name stands for, if it waits for its controller. */
  findAwaited(user: string): Promise<{ id: number; ssh_key: string } | undefined>
  /** The controller offers its page; false if the tunnel is no more. */
  onOpen(tunnelId: number, session: SshSession): Promise<boolean>
  onEnd(tunnelId: number, session: SshSession): void
}

const handshakeMs = 20_000
const mostSockets = 2_000
const mostFromNetwork = 50
const mostFailures = 3
const streamMs = 15_000
/** No socket listens there: it only names the forwarding in the protocol. */
const forwardedPort = 1
const aliveMs = 10_000

// Loaded where tunnels are set up.
const load = async () => (await import('ssh2')).default

export async function generateHostKey(): Promise<string> {
  return (await load()).utils.generateKeyPairSync('ed25519').private
}

export async function findPublicKey(privateKey: string): Promise<string> {
  const key = (await load()).utils.parseKey(privateKey) as ParsedKey
  return `${key.type} ${key.getPublicSSH().toString('base64')}`
}

/**
 * An SSH server for nothing but reverse forwarding: one user name and one key for each tunnel, one forwarded port, which
 * is no socket here. No shell, no command, no forwarding from here, no other sessions.
 */
export async function startSshServer(
  options: SshServerOptions,
): Promise<{ port: number; close(): Promise<void> }> {
  const { Server, utils } = await load()
  const sockets = new Map<string, Socket>()
  const placeOf = (ip: string | undefined, port: number | undefined) => `${ip} ${port}`
  const perNetwork = new Map<string, number>()

  const ssh = new Server(
    {
      hostKeys: [options.hostKey],
      ident: 'tunnel',
      keepaliveInterval: aliveMs,
      keepaliveCountMax: 3,
      algorithms: {
        kex: ['curve25519-sha256', 'curve25519-sha256@libssh.org', 'ecdh-sha2-nistp256'],
        serverHostKey: ['ssh-ed25519'],
        cipher: ['aes256-gcm@openssh.com', 'aes128-gcm@openssh.com'],
        compress: ['none'],
      },
    },
    (client, { ip, port }) => {
      const socket = sockets.get(placeOf(ip, port))
      if (socket) serve(client, socket)
      else client.end()
    },
  )

  function serve(client: Connection, socket: Socket): void {
    let tunnelId: number | null = null
    let session: SshSession | null = null
    let failures = 0
    client.on('error', (error) => options.log.debug({ reason: error.message }, 'an SSH connection failed'))
    client.on('authentication', (context) => {
      identify(context).then(
        (id) => {
          if (id !== null) {
            // Without a signature it was only asked whether the key would do.
            if ((context as PublicKeyAuthContext).signature) tunnelId = id
            return context.accept()
          }
          if (context.method !== 'none') failures += 1
          if (failures >= mostFailures) return void client.end()
          context.reject(['publickey'])
        },
        (error: Error) => {
          options.log.warn({ reason: error.message }, 'a tunnel could not be looked up')
          client.end()
        },
      )
    })
    client.on('session', (_, reject) => void reject?.())
    client.on('tcpip', (_, reject) => void reject?.())
    client.on('openssh.streamlocal', (_, reject) => void reject?.())
    client.on('request', (accept, reject, name, info) => {
      const isForward = name === 'tcpip-forward' && 'bindPort' in info && info.bindPort === 0
      if (!isForward || session || tunnelId === null) return void reject?.()
      session = offerStreams(client, socket, info.bindAddr)
      const opened = session
      options.onOpen(tunnelId, opened).then(
        (isWanted) => {
          if (!isWanted) return void client.end()
          socket.setTimeout(0)
          accept?.(forwardedPort)
        },
        () => client.end(),
      )
    })
    client.on('close', () => {
      if (session && tunnelId !== null) options.onEnd(tunnelId, session)
    })
  }

  /** The tunnel of whoever proves the key that its controller has reported; a mere offer of that key proves nothing yet. */
  async function identify(context: AuthContext): Promise<number | null> {
    if (context.method !== 'publickey') return null
    const { key, signature, blob, hashAlgo } = context as PublicKeyAuthContext
    const awaited = await options.findAwaited(context.username)
    const known = awaited && utils.parseKey(awaited.ssh_key)
    if (!awaited || !known || known instanceof Error) return null
    if (known.type !== key.algo || !known.getPublicSSH().equals(key.data)) return null
    if (signature && known.verify(blob!, signature, hashAlgo) !== true) return null
    return awaited.id
  }

  const listener = createServer((socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const fromThere = perNetwork.get(network) ?? 0
    if (sockets.size >= mostSockets || fromThere >= mostFromNetwork) return void socket.destroy()
    const place = placeOf(socket.remoteAddress, socket.remotePort)
    sockets.set(place, socket)
    perNetwork.set(network, fromThere + 1)
    // Whoever does not get as far as offering its page, however busily it talks.
    const timer = setTimeout(() => {
      if (socket.timeout !== 0) socket.destroy()
    }, handshakeMs)
    socket.setTimeout(handshakeMs, () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(timer)
      sockets.delete(place)
      const left = (perNetwork.get(network) ?? 1) - 1
      if (left > 0) perNetwork.set(network, left)
      else perNetwork.delete(network)
    })
    socket.setNoDelay(true)
    ssh.injectSocket(socket)
  })
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(options.port, options.host, () => resolve())
  })
  const address = listener.address()
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    async close() {
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()))
      for (const socket of sockets.values()) socket.destroy()
      await closed
    },
  }
}

function offerStreams(client: Connection, socket: Socket, bindAddr: string): SshSession {
  return {
    openStream: () =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('the controller opened no stream')), streamMs)
        client.forwardOut(bindAddr, forwardedPort, '127.0.0.1', 0, (error, stream) => {
          clearTimeout(timer)
          if (error) reject(error)
          else resolve(stream)
        })
      }),
    countBytes: () => ({ sent: socket.bytesWritten, received: socket.bytesRead }),
    end() {
      client.end()
      // A line that is dead would keep it for minutes.
      setTimeout(() => socket.destroy(), 1_000).unref()
    },
  }
}
