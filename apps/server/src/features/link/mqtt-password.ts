import type { ControllerPassword } from '../../platform/mqtt/broker-credentials.ts'
import { hashForBrokers } from '../../platform/mqtt/broker-password.ts'
import { createSecret, hashSecret } from './secret-hash.ts'

/** What the database keeps of a controller's MQTT password. */
export interface MqttPasswordHashes {
  /** For the embedded broker. */
  own: Uint8Array
  rabbitmq: Uint8Array
  mosquitto: Uint8Array
}

export interface NewMqttPassword extends ControllerPassword {
  hashes: MqttPasswordHashes
}

export const hashMqttPassword = (password: string): MqttPasswordHashes => ({
  own: hashSecret(password),
  ...hashForBrokers(password),
})

export function createMqttPassword(): NewMqttPassword {
  const plain = createSecret()
  return { plain, hashes: hashMqttPassword(plain) }
}
