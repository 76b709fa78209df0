import type { Environment } from './environment.ts'
import { readCertificate } from './platform/mqtt/certificate-files.ts'
import type { TlsListenerOptions } from './platform/mqtt/tls-listener.ts'
import { readSettingFile } from './read-setting-files.ts'
import { SettingsError } from './settings-error.ts'

const fileNames = ['MQTT_TLS_CERT_FILE', 'MQTT_TLS_KEY_FILE', 'MQTT_TLS_CLIENT_CA_FILE'] as const

/** TLS of the embedded broker: on with a certificate. The files are tried now, so that a wrong one is named at the start. */
export function readMqttTlsListener(env: Environment): TlsListenerOptions | null {
  const {
    MQTT_TLS_CERT_FILE: certFile,
    MQTT_TLS_KEY_FILE: keyFile,
    MQTT_TLS_CLIENT_CERTIFICATES: asked,
  } = env
  const given = fileNames.filter((name) => env[name] !== undefined)
  if (given.length === 0 && (asked ?? 'off') === 'off') return null
  const wrong = (name: string, why: string) => new SettingsError(`Wrong setting. ${name}: ${why}`)
  for (const name of ['MQTT_TLS_CERT_FILE', 'MQTT_TLS_KEY_FILE'] as const)
    if (env[name] === undefined)
      throw wrong(name, `needed with ${given[0] ?? 'MQTT_TLS_CLIENT_CERTIFICATES'}`)
  if (env.MQTT_URL.length > 0)
    throw wrong('MQTT_TLS_CERT_FILE', 'the broker of MQTT_URL has a certificate of its own')
  for (const name of given) readSettingFile(name, env[name]!)
  const clientCertificates = asked ?? 'optional'
  const ca = env.MQTT_TLS_CLIENT_CA_FILE ?? null
  if (asked && asked !== 'off' && ca === null)
    throw wrong('MQTT_TLS_CLIENT_CA_FILE', `needed with MQTT_TLS_CLIENT_CERTIFICATES=${asked}`)
  const files = {
    certFile: certFile!,
    keyFile: keyFile!,
    clientCaFile: clientCertificates === 'off' ? null : ca,
  }
  try {
    readCertificate(files)
  } catch (error) {
    throw wrong(given.join(', '), `cannot be used together (${(error as Error).message})`)
  }
  return {
    ...files,
    host: env.MQTT_TLS_HOST ?? env.MQTT_HOST ?? env.HOST,
    port: env.MQTT_TLS_PORT,
    clientCertificates: clientCertificates === 'required' ? 'required' : 'optional',
  }
}
