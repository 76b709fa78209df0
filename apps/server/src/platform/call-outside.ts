import { lookup } from 'node:dns'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** An address that people entered leads to where the server does not call. */
export class ForbiddenAddressError extends Error {}

const inside = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, bits, 'ipv4')
// Of IPv6 only what is routed: within it, tunnels that carry an IPv4 address, and documentation.
const routed = new BlockList()
routed.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inside.addSubnet(network, bits, 'ipv6')

/** Whether an IP address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !inside.check(address, 'ipv4')
  return version === 6 && routed.check(address, 'ipv6') && !inside.check(address, 'ipv6')
}

/** All addresses of the name are checked, and one of them is called: a second look-up could answer otherwise. */
const lookUpPublic: LookupFunction = (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0)
    const [first] = found
    if (!first || found.some(({ address }) => !isPublicAddress(address)))
      return done(new ForbiddenAddressError(`${hostname} is not on the public internet`), '', 0)
    if (options.all) return done(null, found)
    done(null, first.address, first.family)
  })

/** Whether an address that somebody enters may be called at all, as far as it shows; its name is looked up at each call. */
export function isCallable(address: string, mayBePrivate: boolean): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  if (mayBePrivate) return protocol === 'https:' || protocol === 'http:'
  const host = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'https:' && (isIP(host) === 0 || isPublicAddress(host))
}

/**
 * Posts to an address that people entered: by TLS to the public internet only, without following a redirect, within a time.
 * `mayBePrivate` is for networks of one's own. Of the answer only its status is read.
 */
export function postOutside(
  address: string,
  {
    headers,
    body,
    mayBePrivate,
    timeoutMs,
  }: { headers: Record<string, string>; body: Uint8Array; mayBePrivate: boolean; timeoutMs: number },
): Promise<{ status: number; retryAfter: string | null }> {
  return new Promise((resolve, reject) => {
    if (!isCallable(address, mayBePrivate)) return reject(new ForbiddenAddressError('not a public address'))
    const request = address.startsWith('http:') ? requestPlain : requestSecure
    const call = request(
      address,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': String(body.byteLength) },
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(!mayBePrivate && { lookup: lookUpPublic }),
      },
      (answer) => {
        const { statusCode: status = 0, headers: got } = answer
        answer.destroy()
        resolve({ status, retryAfter: got['retry-after'] ?? null })
      },
    )
    call.on('error', reject)
    // A change of the protocol ends the connection, but is neither an answer nor an error.
    call.on('close', () => reject(new Error('the connection ended without an answer')))
    call.end(body)
  })
}
