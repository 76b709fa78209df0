import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { isLoopback } from '../is-loopback.ts'

/** What a proxy writes into a request of somebody else. */
const relayed = [
  ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'],
  ...['cf-connecting-ip', 'true-client-ip', 'x-client-ip'],
]

/**
 * Everybody knows the passwords of the demo. A proxy on the same machine would bring strangers to it on loopback: it
 * says so in a header, passes on the name that was asked for, or the browser names the page that it asks from.
 */
export function keepDemoHere(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (isRelayed(request)) throw new AppError('demo_not_public')
  })
}

function isRelayed({ headers, hostname }: FastifyRequest): boolean {
  if (relayed.some((name) => headers[name] !== undefined)) return true
  if (!isLoopback(hostname)) return true
  const { origin } = headers
  return origin !== undefined && origin !== 'null' && !isLoopback(hostOf(origin))
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).hostname : '')
