import type { Environment } from './environment.ts'
import { SettingsError } from './settings-error.ts'

/** Settings that belong together are given together. */
export function requireAll(env: Environment, names: (keyof Environment)[]): void {
  const missing = names.filter((name) => env[name] === undefined)
  if (missing.length > 0 && missing.length < names.length)
    throw new SettingsError(`Wrong setting. ${missing.join(', ')}: needed too`)
}
