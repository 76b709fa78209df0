import { readFileSync } from 'node:fs'
import { SettingsError } from './settings-error.ts'

/** Settings that a file may provide instead, named with the suffix `_FILE`: a vault or an orchestrator writes it. */
export const secretNames = [
  'DATABASE_URL',
  'MQTT_PASSWORD',
  'RABBITMQ_API_PASSWORD',
  'WEATHER_KEY',
  'ENTSOE_TOKEN',
  'SMTP_URL',
  'DKIM_PRIVATE_KEY',
  'SECRET_KEY',
  'SECRET_KEY_OLD',
  'OIDC_GOOGLE_CLIENT_SECRET',
  'OIDC_APPLE_PRIVATE_KEY',
  'OIDC_OTHER_CLIENT_SECRET',
] as const

/** The variables with the content of the files that some of them name, and the origin of each. */
export function readSecretFiles(variables: Record<string, string>): {
  variables: Record<string, string>
  /** The name to report for a variable: the one that is really set. */
  nameOf: (variable: string) => string
} {
  const read: Record<string, string> = {}
  for (const name of secretNames) {
    const fileName = `${name}_FILE`
    const path = variables[fileName]
    if (path === undefined) continue
    if (variables[name] !== undefined)
      throw new SettingsError(`Wrong setting. ${name}, ${fileName}: give one of them`)
    read[name] = readSettingFile(fileName, path)
  }
  return {
    variables: { ...variables, ...read },
    nameOf: (variable) => (variable in read ? `${variable}_FILE` : variable),
  }
}

/** The text of the file that the setting `name` names, without a trailing line ending. */
export function readSettingFile(name: string, path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new SettingsError(`Wrong setting. ${name}: ${path} cannot be read (${code})`)
  }
  if (text === '') throw new SettingsError(`Wrong setting. ${name}: ${path} is empty`)
  return text
}
