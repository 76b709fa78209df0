import { Resolver } from 'node:dns/promises'

/** The texts of a name; empty if it has none, null if no server answered. */
export type TxtAnswer = string[] | null

const absent = new Set(['ENOTFOUND', 'ENODATA'])

/** Looks up TXT records at the system's name servers or at the given one. */
export function createTxtResolver(server: string | null): (name: string) => Promise<TxtAnswer> {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  if (server) resolver.setServers([server])
  return async (name) => {
    try {
      const records = await resolver.resolveTxt(name)
      return records.map((parts) => parts.join(''))
    } catch (error) {
      return absent.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null
    }
  }
}
