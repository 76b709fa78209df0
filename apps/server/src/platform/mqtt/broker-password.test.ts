import { createHash, pbkdf2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { describeForMosquitto, hashForBrokers } from './broker-password.ts'

test('hashes a password as RabbitMQ and Mosquitto do, with fresh salt each time', () => {
  const { rabbitmq, mosquitto } = hashForBrokers('a password')
  const salted = Buffer.concat([rabbitmq.subarray(0, 4), Buffer.from('a password')])
  expect(rabbitmq).toHaveLength(36)
  expect(createHash('sha256').update(salted).digest()).toEqual(rabbitmq.subarray(4))
  const { password, salt, iterations } = describeForMosquitto(mosquitto)
  const derived = pbkdf2Sync('a password', Buffer.from(salt, 'base64'), iterations, 64, 'sha512')
  expect(derived.toString('base64')).toBe(password)
  const again = hashForBrokers('a password')
  expect(again.rabbitmq).not.toEqual(rabbitmq)
  expect(again.mosquitto).not.toEqual(mosquitto)
})
