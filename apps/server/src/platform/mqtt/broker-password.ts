import { createHash, pbkdf2Sync, randomBytes } from 'node:crypto'

// Hashes of a controller's password in the forms that brokers keep. The passwords are random, 192 bits: salts and rounds
// are there because the brokers want them, not because anybody could guess.

export interface BrokerHashes {
  /** 4 bytes of salt, SHA-256 of salt and password. */
  rabbitmq: Uint8Array
  /** 12 bytes of salt, PBKDF2 with HMAC-SHA-512. */
  mosquitto: Uint8Array
}

const rabbitSaltLength = 4
const mosquittoSaltLength = 12
/** What Mosquitto 2.0 itself uses. */
const mosquittoRounds = 101

export function hashForBrokers(password: string): BrokerHashes {
  const rabbitSalt = randomBytes(rabbitSaltLength)
  const rabbitHash = createHash('sha256').update(rabbitSalt).update(password).digest()
  const mosquittoSalt = randomBytes(mosquittoSaltLength)
  const mosquittoHash = pbkdf2Sync(password, mosquittoSalt, mosquittoRounds, 64, 'sha512')
  return {
    rabbitmq: Buffer.concat([rabbitSalt, rabbitHash]),
    mosquitto: Buffer.concat([mosquittoSalt, mosquittoHash]),
  }
}

/** The fields of an account in Mosquitto's dynamic-security.json. */
export function describeForMosquitto(hash: Uint8Array) {
  const bytes = Buffer.from(hash)
  return {
    password: bytes.subarray(mosquittoSaltLength).toString('base64'),
    salt: bytes.subarray(0, mosquittoSaltLength).toString('base64'),
    iterations: mosquittoRounds,
  }
}
