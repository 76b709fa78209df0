import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '../../platform/make-directory.ts'
import { createSecret } from '../link/secret-hash.ts'

export interface DemoSecret {
  serial: string
  mqttPassword: string
  httpToken: string
}

export const demoDirectory = (dataDir: string) => join(dataDir, 'demo')

/**
 * The secrets of the demo controllers, by location key. They belong to the controllers: the cloud stores only hashes.
 * A missing one, or one of another serial, is created again.
 */
export function ensureDemoSecrets(
  dataDir: string,
  serials: Record<string, string>,
): Record<string, DemoSecret> {
  const directory = demoDirectory(dataDir)
  const file = join(directory, 'secrets.json')
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, DemoSecret>) : {}
  const secrets = Object.fromEntries(
    Object.entries(serials).map(([key, serial]) => [
      key,
      known[key]?.serial === serial
        ? known[key]
        : { serial, mqttPassword: createSecret(), httpToken: createSecret() },
    ]),
  )
  makeDirectory(directory, 0o700)
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  chmodSync(file, 0o600)
  return secrets
}
