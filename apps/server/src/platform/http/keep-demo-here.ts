import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { isLoopback } from '../is-loopback.ts'

/** What a proxy, a tunnel or a network of one writes into a request of somebody else. */
const relayed =
  /^(forwarded|via|cdn-loop|x-real-ip|true-client-ip|x-client-ip|x-cluster-client-ip|(fastly|fly)-client-ip|cf-.+|x-(forwarded|original|envoy|amzn|arr|azure|ms)-.+)$/

/**
 * Everybody knows the passwords of the demo. A proxy on the same machine would bring strangers to it on loopback: it
 * says so in a header, passes on the name that was asked for, speaks HTTP/1.0 as nginx does where nobody tells it
 * otherwise, or the browser names the page that it asks from. What hands on bytes as they are cannot be seen here.
 */
export function keepDemoHere(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (isRelayed(request)) throw new AppError('demo_not_public')
  })
}

function isRelayed({ headers, hostname, ip, raw }: FastifyRequest): boolean {
  // The firewall of a machine may send what arrives from outside to a port on loopback.
  if (!isLoopback(ip)) return true
  if (raw.httpVersion !== '1.1') return true
  if (Object.keys(headers).some((name) => relayed.test(name))) return true
  if (!isLoopback(hostname)) return true
  const { origin } = headers
  return origin !== undefined && origin !== 'null' && !isLoopback(hostOf(origin))
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).hostname : '')
