import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { explainFailure } from './explain-failure.ts'
import type { Finding } from './finding.ts'

/** The cloud calls a clock wrong from two minutes on. */
const mostSkewMs = 60_000
const patienceMs = 10_000

/** Whether the hosts of these addresses have one. */
export async function checkNames(addresses: readonly (string | null)[]): Promise<Finding> {
  const name = 'DNS'
  const hosts = new Set(
    addresses.flatMap((address) =>
      address && URL.canParse(address) ? [new URL(address).hostname.replace(/^\[|\]$/g, '')] : [],
    ),
  )
  const named = [...hosts].filter((host) => isIP(host) === 0)
  for (const host of named) {
    try {
      await lookup(host)
    } catch {
      return {
        name,
        isOk: false,
        text: `${host} is not found: is the name right, and has this machine a name server (/etc/resolv.conf)?`,
      }
    }
  }
  return { name, isOk: true, text: named.length > 0 ? `${named.join(', ')} found` : 'no name to look up' }
}

/** Whether the cloud answers over HTTP, and what time it is there. */
export async function checkCloud(url: string): Promise<{ finding: Finding; cloudTime: number | null }> {
  const name = 'Cloud'
  try {
    const answer = await fetch(`${url.replace(/\/+$/, '')}/api/health`, {
      signal: AbortSignal.timeout(patienceMs),
    })
    const cloudTime = Date.parse(answer.headers.get('date') ?? '')
    const finding = answer.ok
      ? { name, isOk: true, text: `${url} answers` }
      : { name, isOk: false, text: `${url} answers with status ${answer.status}: is the address right?` }
    return { finding, cloudTime: Number.isNaN(cloudTime) ? null : cloudTime }
  } catch (error) {
    return { finding: { name, isOk: false, text: `${url}: ${explainFailure(error)}` }, cloudTime: null }
  }
}

export function checkClock(cloudTime: number | null, now: number): Finding {
  const name = 'Clock'
  if (cloudTime === null)
    return {
      name,
      isOk: false,
      text: `says ${new Date(now).toISOString()}; the cloud could not be asked for the time`,
    }
  const ahead = now - cloudTime
  if (Math.abs(ahead) <= mostSkewMs) return { name, isOk: true, text: 'agrees with the cloud' }
  const seconds = Math.round(Math.abs(ahead) / 1000)
  const text = `${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} the cloud: does this machine use a time server? \`timedatectl\` says`
  return { name, isOk: false, text }
}
