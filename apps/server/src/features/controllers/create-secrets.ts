import { createMqttPassword, type NewMqttPassword } from '../link/mqtt-password.ts'
import { createSecret, hashSecret } from '../link/secret-hash.ts'
import type { NewSecrets } from './controller-queries.ts'

export interface Secrets {
  mqttPassword: NewMqttPassword
  httpToken: string
  enrolSecret: string
  hashes: NewSecrets
}

/** The three secrets of a new controller, and what the database keeps of them. */
export function createSecrets(): Secrets {
  const mqttPassword = createMqttPassword()
  const [httpToken, enrolSecret] = [createSecret(), createSecret()]
  const hashes = {
    mqttPassword: mqttPassword.hashes,
    httpTokenHash: hashSecret(httpToken),
    enrolSecretHash: hashSecret(enrolSecret),
  }
  return { mqttPassword, httpToken, enrolSecret, hashes }
}
