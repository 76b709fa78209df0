import type { ControllerAccount, FillResult } from './broker-credentials.ts'
import { describeForMosquitto, hashForBrokers } from './broker-password.ts'

interface Account {
  username: string
  /** The only one it may connect with. */
  clientid?: string
  password?: string
  salt?: string
  iterations?: number
  [other: string]: unknown
}

export interface MosquittoUsers {
  clients: Account[]
  [other: string]: unknown
}

const allow = (acltype: string, topic: string) => ({ acltype, topic, allow: true })

/**
 * The content of Mosquitto's `dynamic-security.json` with the accounts of all controllers: its password hashes come from
 * the database. Everything else of the present file stays; without one, the cloud's own account is made as well.
 */
export function buildMosquittoUsers(
  present: MosquittoUsers | null,
  accounts: readonly ControllerAccount[],
  cloud: { username: string; password: string },
): { users: MosquittoUsers; result: FillResult } {
  const users = present ?? createUsers(cloud)
  const result: FillResult = { added: 0, replaced: 0, removed: 0, missing: 0 }
  const byName = new Map(users.clients.map((client) => [client.username, client]))
  for (const { serial, isRevoked, hashes } of accounts) {
    const found = byName.get(serial)
    if (isRevoked) {
      if (byName.delete(serial)) result.removed++
    } else if (hashes === null) {
      if (!found) result.missing++
    } else {
      const secret = describeForMosquitto(hashes.mosquitto)
      if (!found) result.added++
      else if (found.password !== secret.password) result.replaced++
      byName.set(serial, { ...found, username: serial, clientid: serial, ...secret })
    }
  }
  return { users: { ...users, clients: [...byName.values()] }, result }
}

/** What `mosquitto_ctrl dynsec init` makes, with "no" as the answer where no rule fits. */
function createUsers({ username, password }: { username: string; password: string }): MosquittoUsers {
  return {
    clients: [
      {
        username,
        ...describeForMosquitto(hashForBrokers(password).mosquitto),
        roles: [{ rolename: 'admin' }],
      },
    ],
    roles: [
      {
        rolename: 'admin',
        acls: ['$CONTROL/dynamic-security/#', '$SYS/#', '#'].flatMap((topic) => [
          ...(topic.startsWith('$CONTROL') ? [allow('publishClientSend', topic)] : []),
          allow('publishClientReceive', topic),
          allow('subscribePattern', topic),
        ]),
      },
    ],
    defaultACLAccess: {
      publishClientSend: false,
      publishClientReceive: false,
      subscribe: false,
      unsubscribe: true,
    },
  }
}
