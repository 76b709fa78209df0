import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import { AppError } from '../../platform/app-error.ts'
import type { FillOptions, FillResult } from '../../platform/mqtt/broker-credentials.ts'
import { buildMosquittoUsers, type MosquittoUsers } from '../../platform/mqtt/mosquitto-users.ts'
import { createRabbitApi } from '../../platform/mqtt/rabbitmq-api.ts'
import { createRabbitCredentials } from '../../platform/mqtt/rabbitmq-credentials.ts'
import { operatorCommand } from '../../platform/operator-command.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { findBrokerAccounts } from '../link/link-queries.ts'

// Makes a broker know every controller by the password it has: after a loss, or when another broker takes over.

type Needed = Pick<PlatformDeps, 'db' | 'settings'>

/** RabbitMQ while it runs, or with `file` Mosquitto's dynamic-security.json while it does not. */
export async function fillBroker(
  { db, settings }: Needed,
  { file, onProgress }: { file: string | null } & Pick<FillOptions, 'onProgress'>,
): Promise<string[]> {
  const findAccounts = () => findBrokerAccounts(db)
  const { rabbitApi, mqttTls: tls, mqttUsername: username, mqttPassword: password } = settings
  if (file !== null) {
    if (username === null || password === null)
      throw new OperatorError('MQTT_USERNAME and MQTT_PASSWORD are needed: the file lets the cloud in, too.')
    return describe(await fillMosquittoFile(file, { findAccounts, username, password }), file)
  }
  if (rabbitApi === null)
    throw new OperatorError(
      `Set RABBITMQ_API_URL to fill RabbitMQ, or name the file of Mosquitto: ${operatorCommand('admin', 'fill-broker', 'FILE')}`,
    )
  const credentials = createRabbitCredentials({
    api: createRabbitApi({ ...rabbitApi, tls }),
    username: rabbitApi.username,
  })
  try {
    const obstacle = await credentials.findObstacle()
    if (obstacle !== null) throw new OperatorError(`Not filled: ${obstacle}.`)
    return describe(await credentials.fill({ findAccounts, replacesOthers: true, onProgress }), 'RabbitMQ')
  } catch (error) {
    if (error instanceof AppError) throw new OperatorError(`Not filled: ${(error.cause as Error)?.message}.`)
    throw error
  }
}

export async function fillMosquittoFile(
  file: string,
  { findAccounts, ...cloud }: Pick<FillOptions, 'findAccounts'> & { username: string; password: string },
): Promise<FillResult> {
  const isThere = existsSync(file)
  const { users, result } = buildMosquittoUsers(isThere ? readUsers(file) : null, await findAccounts(), cloud)
  const fresh = `${file}.new`
  writeFileSync(fresh, JSON.stringify(users, null, 1), { mode: 0o600 })
  if (process.getuid?.() === 0) {
    // For the user that Mosquitto runs as, who writes there, too.
    const { uid, gid } = statSync(isThere ? file : dirname(file))
    chownSync(fresh, uid, gid)
  }
  renameSync(fresh, file)
  return result
}

function readUsers(file: string): MosquittoUsers {
  try {
    const users = JSON.parse(readFileSync(file, 'utf8')) as MosquittoUsers
    if (Array.isArray(users.clients)) return users
  } catch {
    // Said below, as for any other content.
  }
  throw new OperatorError(`${file} is no dynamic-security.json of Mosquitto. It is left as it is.`)
}

function describe({ added, replaced, removed, missing }: FillResult, where: string): string[] {
  const lines = [
    `${where}: ${added} controllers added, ${replaced} passwords replaced, ${removed} revoked ones removed.`,
  ]
  if (missing > 0)
    lines.push(
      `${missing} have a password from before this was possible: renew their credentials, or let them sign in at the embedded broker once.`,
    )
  return lines
}
