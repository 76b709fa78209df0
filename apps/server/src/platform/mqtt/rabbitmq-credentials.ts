import { AppError } from '../app-error.ts'
import type { BrokerCredentials, FillOptions, FillResult } from './broker-credentials.ts'
import type { RabbitAnswer, RabbitApi } from './rabbitmq-api.ts'

const vhost = '/'
const exchange = 'amq.topic'
// Each becomes several transactions of the broker's database: 7 ms a controller with three nodes on two cores.
const accountsPerCall = 250

interface Named {
  serial: string
  hash: Uint8Array
}

/**
 * Accounts of controllers as users of RabbitMQ, through its management API. Rights are per user: its own branch of the
 * topics, and the two queues that the MQTT plugin makes for a session whose client id is the serial.
 */
export function createRabbitCredentials({
  api,
  username,
}: {
  api: RabbitApi
  username: string
}): BrokerCredentials {
  const put = async (accounts: readonly Named[]) => {
    expectDone(await api('POST', '/api/definitions', buildDefinitions(accounts)))
  }
  const remove = async (serial: string) => {
    // Ends its sessions on every node, too.
    const answer = await api('DELETE', `/api/users/${encodeURIComponent(serial)}`)
    if (answer.status !== 404) expectDone(answer)
  }

  async function findKnown(): Promise<Map<string, string>> {
    const answer = expectDone(await api('GET', '/api/users?columns=name,password_hash'))
    const users = Array.isArray(answer.body) ? (answer.body as { name: string; password_hash: string }[]) : []
    return new Map(users.map((user) => [user.name, user.password_hash]))
  }

  async function fill({ findAccounts, replacesOthers, onProgress }: FillOptions): Promise<FillResult> {
    const result: FillResult = { added: 0, replaced: 0, removed: 0, missing: 0 }
    const isTouched = new Set<string>()
    // A second look finds what was renewed or revoked during the first.
    for (const isFirst of [true, false]) {
      const accounts = await findAccounts()
      const known = await findKnown()
      const wrong: Named[] = []
      const revoked: string[] = []
      for (const { serial, isRevoked, hashes } of accounts) {
        const found = known.get(serial)
        if (isRevoked) {
          if (found !== undefined) revoked.push(serial)
          continue
        }
        if (hashes === null) {
          if (isFirst && found === undefined) result.missing++
          continue
        }
        const mayReplace = replacesOthers || isTouched.has(serial)
        const isWrong = found === undefined || (mayReplace && found !== asText(hashes.rabbitmq))
        if (!isWrong) continue
        if (isFirst) result[found === undefined ? 'added' : 'replaced']++
        wrong.push({ serial, hash: hashes.rabbitmq })
      }
      for (const serial of revoked) await remove(serial)
      result.removed += revoked.length
      for (let start = 0; start < wrong.length; start += accountsPerCall) {
        const piece = wrong.slice(start, start + accountsPerCall)
        await put(piece)
        for (const { serial } of piece) isTouched.add(serial)
        if (isFirst) onProgress?.(start + piece.length, wrong.length)
      }
      if (isTouched.size === 0) break
    }
    return result
  }

  return {
    set: async (serial, password) => {
      await remove(serial)
      if (password !== null) await put([{ serial, hash: password.hashes.rabbitmq }])
    },
    setAll: async (accounts) => {
      const known = accounts.flatMap(([serial, password]) =>
        password === null ? [] : [{ serial, hash: password.hashes.rabbitmq }],
      )
      for (let start = 0; start < known.length; start += accountsPerCall)
        await put(known.slice(start, start + accountsPerCall))
      for (const [serial, password] of accounts) if (password === null) await remove(serial)
    },
    findObstacle: async () => {
      const { status, body } = await api('GET', '/api/whoami')
      if (status === 401)
        return `RabbitMQ refuses ${username} at its management API; check RABBITMQ_API_USERNAME and RABBITMQ_API_PASSWORD`
      const tags = (body as { tags?: string[] | string } | null)?.tags
      if (status !== 200 || tags === undefined)
        return 'there is no management API of RabbitMQ at RABBITMQ_API_URL; enable the plugin rabbitmq_management'
      if (!tags.includes('administrator'))
        return `${username} is no administrator of RabbitMQ; rabbitmqctl set_user_tags ${username} administrator`
      return null
    },
    fill,
  }
}

const asText = (hash: Uint8Array) => Buffer.from(hash).toString('base64')

function expectDone(answer: RabbitAnswer): RabbitAnswer {
  if (answer.status < 300) return answer
  const cause = new Error(
    `RabbitMQ's management API answers ${answer.status}: ${JSON.stringify(answer.body)}`,
  )
  throw Object.assign(new AppError('unavailable'), { cause })
}

/** Users, rights and rights on topics in one call; what exists is replaced. */
function buildDefinitions(accounts: readonly Named[]) {
  return {
    users: accounts.map(({ serial, hash }) => ({
      name: serial,
      password_hash: asText(hash),
      hashing_algorithm: 'rabbit_password_hashing_sha256',
      tags: '',
    })),
    permissions: accounts.map(({ serial }) => {
      const queue = `mqtt-subscription-${serial}qos[01]`
      const use = `^(amq\\.topic|${queue})$`
      return { user: serial, vhost, configure: `^${queue}$`, write: use, read: use }
    }),
    topic_permissions: accounts.map(({ serial }) => {
      const own = '^ems\\.v1\\.{username}\\..*'
      return { user: serial, vhost, exchange, write: own, read: own }
    }),
  }
}
