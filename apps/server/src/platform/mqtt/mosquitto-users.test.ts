import { expect, test } from 'vitest'
import { describeForMosquitto, hashForBrokers } from './broker-password.ts'
import { buildMosquittoUsers } from './mosquitto-users.ts'

const cloud = { username: 'ohmstead', password: 'secret' }
const secretOf = (password: string) => {
  const hashes = hashForBrokers(password)
  return { hashes, account: describeForMosquitto(hashes.mosquitto) }
}

test('a file is brought in line with the controllers, and everything else in it stays', () => {
  const [a, b, c] = [secretOf('a'), secretOf('b'), secretOf('c')]
  const present = {
    clients: [
      { username: 'ohmstead', password: 'own', roles: [{ rolename: 'admin' }] },
      { username: 'A', ...a.account, roles: [{ rolename: 'controller' }] },
      { username: 'B', password: 'another', salt: 'x', iterations: 7, disabled: false },
      { username: 'D', password: 'revoked' },
      { username: 'E', password: 'unknown to the database' },
    ],
    roles: [{ rolename: 'admin' }],
  }
  const accounts = [
    { serial: 'A', isRevoked: false, hashes: a.hashes },
    { serial: 'B', isRevoked: false, hashes: b.hashes },
    { serial: 'C', isRevoked: false, hashes: c.hashes },
    { serial: 'D', isRevoked: true, hashes: null },
    { serial: 'E', isRevoked: false, hashes: null },
    { serial: 'F', isRevoked: false, hashes: null },
    { serial: 'G', isRevoked: true, hashes: a.hashes },
  ]
  const { users, result } = buildMosquittoUsers(present, accounts, cloud)
  expect(result).toEqual({ added: 1, replaced: 1, removed: 1, missing: 1 })
  expect(users).toEqual({
    roles: [{ rolename: 'admin' }],
    clients: [
      present.clients[0],
      { ...present.clients[1], clientid: 'A' },
      { username: 'B', clientid: 'B', ...b.account, disabled: false },
      present.clients[4],
      { username: 'C', clientid: 'C', ...c.account },
    ],
  })
})

test('without a file the cloud alone may do anything, and where no rule fits the answer is no', () => {
  const { users, result } = buildMosquittoUsers(null, [], cloud)
  expect(result).toEqual({ added: 0, replaced: 0, removed: 0, missing: 0 })
  expect(users.clients).toMatchObject([{ username: 'ohmstead', roles: [{ rolename: 'admin' }] }])
  expect(users.defaultACLAccess).toEqual({
    publishClientSend: false,
    publishClientReceive: false,
    subscribe: false,
    unsubscribe: true,
  })
})
