/** What `tunnel.open` asks for. */
export interface TunnelOrder {
  id: number
  ttlSeconds: number
  host: string
  port: number
  user: string
  hostKey: string
}

/** The only target: this controller's own page, wherever it listens. Nothing else of a home is ever forwarded. */
export const ownPage = '127.0.0.1:80'
const longestSeconds = 8 * 3600

/** Null if anything is not as it must be: all of it becomes arguments of a program. */
export function readTunnelOrder(args: Record<string, unknown>): TunnelOrder | null {
  const { id, ttl, host, port, user, hostKey, target } = args
  const isWhole = (value: unknown, most: number): value is number =>
    Number.isInteger(value) && (value as number) > 0 && (value as number) <= most
  if (!isWhole(id, 2 ** 31) || !isWhole(ttl, longestSeconds) || !isWhole(port, 65_535)) return null
  if (typeof host !== 'string' || !/^[a-z0-9][a-z0-9.:-]{0,252}$/i.test(host)) return null
  if (typeof user !== 'string' || !/^[a-z0-9][a-z0-9-]{0,63}$/.test(user)) return null
  if (typeof hostKey !== 'string' || !/^ssh-ed25519 [\w+/]{68}$/.test(hostKey)) return null
  if (target !== ownPage) return null
  return { id, ttlSeconds: ttl, host, port, user, hostKey }
}
