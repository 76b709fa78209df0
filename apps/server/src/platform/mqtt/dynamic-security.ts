import { randomUUID } from 'node:crypto'
import type { MqttClient } from 'mqtt'
import { AppError } from '../app-error.ts'

const commandTopic = '$CONTROL/dynamic-security/v1'
const responseTopic = `${commandTopic}/response`
const patienceMs = 5000

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
}

/**
 * Users of a Mosquitto broker with the dynamic-security plugin, managed from here: a controller that is added or enrols
 * can connect at once, and a revoked one is disconnected. Rejects with `unavailable` while the broker is away.
 */
export function createDynamicSecurity(client: MqttClient) {
  const waiting = new Map<
    string,
    { left: number; failure: string | null; settle: (failure: string | null) => void }
  >()

  const prepare = () => {
    client.subscribe(responseTopic, { qos: 1 })
    client.publish(commandTopic, JSON.stringify({ commands: [denyByDefault] }), { qos: 1 })
  }
  client.on('connect', prepare)
  if (client.connected) prepare()
  client.on('message', (topic, payload) => {
    if (topic !== responseTopic) return
    for (const response of readResponses(payload)) {
      const entry = waiting.get(response.correlationData ?? '')
      if (!entry) continue
      if (response.error && response.command !== 'deleteClient') entry.failure = response.error
      if (--entry.left === 0) entry.settle(entry.failure)
    }
  })

  return async function setPassword(username: string, password: string | null): Promise<void> {
    if (!client.connected) throw new AppError('unavailable', { retryAfterSeconds: 5 })
    const correlationData = randomUUID()
    // Deleting ends the sessions that use the old password; changing it would not.
    const commands: object[] = [{ command: 'deleteClient', username, correlationData }]
    if (password !== null) commands.push({ command: 'createClient', username, password, correlationData })
    const failure = await new Promise<string | null>((resolve) => {
      const settle = (result: string | null) => {
        clearTimeout(timer)
        waiting.delete(correlationData)
        resolve(result)
      }
      const timer = setTimeout(settle, patienceMs, 'no answer; is the dynamic-security plugin loaded?')
      waiting.set(correlationData, { left: commands.length, failure: null, settle })
      client.publish(commandTopic, JSON.stringify({ commands }), { qos: 1 })
    })
    if (failure !== null) throw Object.assign(new AppError('unavailable'), { cause: new Error(failure) })
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
