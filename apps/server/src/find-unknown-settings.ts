import { environment } from './environment.ts'
import { secretNames } from './read-setting-files.ts'

const known = new Set([...Object.keys(environment.shape), ...secretNames.map((name) => `${name}_FILE`)])

// Of other names nobody knows for whom they are, and what an orchestrator adds by itself is no mistake.
const ours = /^(AUDIT|DATABASE|DEMO|DKIM|METRICS|MQTT|OIDC|PORTAL|RAW|SECRET_KEY|SMTP|TRUST|WEATHER)_/
const fromOrchestrator = /_(SERVICE_(HOST|PORT)|PORT_\d)/

/** Variables that look like settings of this program and are none: misspelt, or a file for what is no secret. */
export function findUnknownSettings(variables: Record<string, string | undefined>): string[] {
  return Object.keys(variables).filter(
    (name) => ours.test(name) && !known.has(name) && !fromOrchestrator.test(name),
  )
}
