import { environment } from './environment.ts'
import { secretNames } from './read-setting-files.ts'

const known = new Set([...Object.keys(environment.shape), ...secretNames.map((name) => `${name}_FILE`)])

// Other names may belong to anybody, and those added by an orchestrator are no mistake.
const ours =
  /^(AUDIT|DATABASE|DEMO|DKIM|METRICS|MQTT|OIDC|PORTAL|RABBITMQ|RAW|SECRET_KEY|SMTP|TRUST|WEATHER)_/
const fromOrchestrator = /_(SERVICE_(HOST|PORT)|PORT_\d)/

/** The same letters in another order, or one letter more, less or different: `PUBLIC_ULR`, `API_HOST`. */
function isMisspelt(name: string): boolean {
  // Too many short names are one letter apart.
  return (
    name.length > 7 &&
    [...known].some((right) => sortLetters(right) === sortLetters(name) || isOneAway(right, name))
  )
}

const sortLetters = (name: string): string => [...name].sort().join('')

function isOneAway(left: string, right: string): boolean {
  let same = 0
  while (same < left.length && left[same] === right[same]) same++
  const [restOfLeft, restOfRight] = [left.slice(same), right.slice(same)]
  return [restOfRight, restOfRight.slice(1)].some(
    (rest) => rest === restOfLeft || rest === restOfLeft.slice(1),
  )
}

/** Variables that look like settings of this program but are not: misspelt, or a file for a setting that is no secret. */
export function findUnknownSettings(variables: Record<string, string | undefined>): string[] {
  return Object.keys(variables).filter(
    (name) => (ours.test(name) || isMisspelt(name)) && !known.has(name) && !fromOrchestrator.test(name),
  )
}
