import { readSettings } from '../../apps/server/src/settings.ts'

/** The address that `deploy/ohmstead.env` has until somebody fills in their own. */
const placeholder = 'cloud.example'

/** What keeps a server from starting for people, one line each: values still to be filled in, then wrong ones. */
export function describeMissing(variables: Record<string, string | undefined>): string[] {
  const placeholders = Object.entries(variables)
    .filter(([name, value]) => /_URL$|^MAIL_FROM$/.test(name) && value?.includes(placeholder))
    .map(([name, value]) => `${name}: ${value} is an example; enter your own.`)
  try {
    readSettings(variables)
    return placeholders
  } catch (error) {
    return [...placeholders, ...(error as Error).message.split('\n')]
  }
}
