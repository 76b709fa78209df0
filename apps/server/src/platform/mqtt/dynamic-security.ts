import { randomUUID } from 'node:crypto'
import type { MqttClient } from 'mqtt'
import { AppError } from '../app-error.ts'
import type { BrokerCredentials, FillOptions, FillResult } from './broker-credentials.ts'

const commandTopic = '$CONTROL/dynamic-security/v1'
const responseTopic = `${commandTopic}/response`
const patienceMs = 5000
const serialsPerCall = 1000
// The broker hashes each password, and writes its file after each call.
const accountsPerCall = 100

// The plugin decides if the access file has no rule, and would by default let everybody receive everything.
const denyByDefault = {
  command: 'setDefaultACLAccess',
  acls: ['publishClientSend', 'publishClientReceive', 'subscribe'].map((acltype) => ({
    acltype,
    allow: false,
  })),
}

interface Response {
  command?: string
  error?: string
  correlationData?: string
  data?: { totalCount?: number; clients?: string[] }
}

interface Waiting {
  left: number
  responses: Response[]
  settle(failure: string | null): void
}

class NoAnswer extends Error {}

/**
 * Users of a Mosquitto broker with the dynamic-security plugin, managed over MQTT. Version 2.0 takes a password only in
 * clear, so an account whose password is not just being made is added by a file (`buildMosquittoUsers`).
 */
export function createDynamicSecurity(client: MqttClient): BrokerCredentials {
  const waiting = new Map<string, Waiting>()

  const subscribe = () => client.subscribe(responseTopic, { qos: 1 })
  client.on('connect', subscribe)
  if (client.connected) subscribe()
  client.on('message', (topic, payload) => {
    if (topic !== responseTopic) return
    for (const response of readResponses(payload)) {
      const entry = waiting.get(response.correlationData ?? '')
      if (!entry) continue
      entry.responses.push(response)
      if (--entry.left === 0) entry.settle(null)
    }
  })

  async function send(commands: readonly object[]): Promise<Response[]> {
    if (!client.connected) throw new AppError('unavailable', { retryAfterSeconds: 5 })
    const correlationData = randomUUID()
    const responses: Response[] = []
    const failure = await new Promise<string | null>((resolve) => {
      const settle = (result: string | null) => {
        clearTimeout(timer)
        waiting.delete(correlationData)
        resolve(result)
      }
      const timer = setTimeout(settle, patienceMs, 'no answer')
      waiting.set(correlationData, { left: commands.length, responses, settle })
      const marked = commands.map((command) => ({ ...command, correlationData }))
      client.publish(commandTopic, JSON.stringify({ commands: marked }), { qos: 1 })
    })
    if (failure !== null) {
      const cause = new NoAnswer('no answer; is the dynamic-security plugin loaded?')
      throw Object.assign(new AppError('unavailable'), { cause })
    }
    return responses
  }

  async function change(commands: readonly object[]): Promise<void> {
    // One that does not exist cannot be deleted, which is what was wanted.
    const failed = (await send(commands)).find(({ error, command }) => error && command !== 'deleteClient')
    if (failed) throw Object.assign(new AppError('unavailable'), { cause: new Error(failed.error) })
  }

  async function findKnown(): Promise<Set<string>> {
    const known = new Set<string>()
    for (;;) {
      const [answer] = await send([{ command: 'listClients', count: serialsPerCall, offset: known.size }])
      if (answer?.error) throw Object.assign(new AppError('unavailable'), { cause: new Error(answer.error) })
      const before = known.size
      for (const serial of answer?.data?.clients ?? []) known.add(serial)
      if (known.size === before || known.size >= (answer?.data?.totalCount ?? 0)) return known
    }
  }

  async function fill({ findAccounts, onProgress }: FillOptions): Promise<FillResult> {
    const accounts = await findAccounts()
    const known = await findKnown()
    const missing = accounts.filter(({ serial, isRevoked }) => !isRevoked && !known.has(serial)).length
    const revoked = accounts.filter(({ serial, isRevoked }) => isRevoked && known.has(serial))
    for (const [index, { serial }] of revoked.entries()) {
      await change([{ command: 'deleteClient', username: serial }])
      onProgress?.(index + 1, revoked.length)
    }
    return { added: 0, replaced: 0, removed: revoked.length, missing }
  }

  return {
    set: async (username, password) => {
      // Deleting ends the sessions that use the old password; changing it would not.
      const commands: object[] = [{ command: 'deleteClient', username }]
      // A session of another controller would end for whoever says its client id.
      if (password !== null)
        commands.push({ command: 'createClient', username, clientid: username, password: password.plain })
      await change(commands)
    },
    setAll: async (accounts) => {
      for (let start = 0; start < accounts.length; start += accountsPerCall) {
        const piece = accounts.slice(start, start + accountsPerCall)
        const commands = piece.flatMap(([username, password]) => [
          { command: 'deleteClient', username },
          ...(password === null
            ? []
            : [{ command: 'createClient', username, clientid: username, password: password.plain }]),
        ])
        await change(commands)
      }
    },
    findObstacle: async () => {
      try {
        const [answer] = await send([denyByDefault])
        return answer?.error ? `Mosquitto's dynamic-security plugin refuses: ${answer.error}` : null
      } catch (error) {
        if (!((error as Error).cause instanceof NoAnswer)) throw error
        return 'its dynamic-security plugin does not answer; load it, and give this account its rights (docs/controller-link.md), or, where the broker is RabbitMQ, set RABBITMQ_API_URL'
      }
    },
    fill,
  }
}

function readResponses(payload: Buffer): Response[] {
  try {
    const { responses } = JSON.parse(payload.toString()) as { responses?: Response[] }
    return Array.isArray(responses) ? responses : []
  } catch {
    return []
  }
}
