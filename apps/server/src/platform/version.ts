import { readFileSync } from 'node:fs'

/** Of the whole project, from the package.json at its top; a release brings that file. */
export const { version } = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
) as { version: string }
