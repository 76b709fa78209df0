import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'

/** The server, which starts the demo's controllers as a separate program. */
const entry = 'apps/server/src/main.ts'

/**
 * Request handlers, which nobody calls while a demo is filled. The link's routes are the
 * controllers'.
 */
const onRequest =
  /\/(?!link-routes\.ts)[a-z-]+-routes\.ts$|\/serve-[a-z-]+\.ts$|\/(?:csv|calculation)-worker\.ts$/

const typeImport = /^(?:import|export) type (?:\{[^}]*\}|\* as \w+|\w+) from '[^']+'$/gm

/**
 * The files whose code runs while a demo is filled, below `root`, in order: all that the server imports as it starts,
 * with its threads and the controllers. The rest cannot affect the demo's database.
 */
export function listDemoSources(root: string): string[] {
  const found = new Set([entry])
  for (const file of found)
    if (file.endsWith('.ts'))
      for (const named of findNamedFiles(root, file)) if (!onRequest.test(named)) found.add(named)
  return [...found].sort()
}

/** Every file named in a string of the text: imports, and what is opened as a thread, as a process or as data. */
function findNamedFiles(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8').replace(typeImport, '')
  return [...text.matchAll(/'((?:\.{1,2}\/|@ohmstead\/)[^'\n]+)'/g)]
    .map(([, name = '']) => {
      const [, folder, path] = /^@ohmstead\/([a-z-]+)\/(.+)$/.exec(name) ?? []
      return folder ? `packages/${folder}/src/${path}.ts` : join(dirname(file), name)
    })
    .filter((name) => /\.(?:ts|json)$/.test(name) && existsSync(join(root, name)))
}
