import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Bring files that they find beside themselves, or are packed: they stay packages. */
const packages = ['@electric-sql/pglite', '@scalar/fastify-api-reference']
/** Not installed; pg looks for it. */
const absent = ['pg-native']

/**
 * Own code and npm packages as plain JavaScript in `folder`, and date-holidays, which is loaded when somebody asks for it,
 * in `modules`. Returns the files that the code opens by addresses relative to its source: the release has to hold them
 * at the same places.
 *
 * Not minified, with a comment of each source file above its code, so that a stack trace leads somewhere. A source map
 * would double the size, and is read at every start.
 */
export async function bundleProgram(folder: string, modules: string): Promise<string[]> {
  const { workers, opened } = findOpenedFiles()
  const entries = ['tools/ohmstead.ts', ...workers]
  await bundle(folder, Object.fromEntries(entries.map((path) => [nameOf(path), join(root, path)])), 'es', [
    keepAddresses(),
  ])
  await bundle(join(modules, 'date-holidays'), { index: 'date-holidays' }, 'cjs')
  return opened
}

const nameOf = (path: string) => path.split('/').at(-1)!.replace('.ts', '')

/** Sources and the npm packages that they import, as plain JavaScript. */
export async function bundle(
  outDir: string,
  input: Record<string, string>,
  format: 'es' | 'cjs',
  plugins: Plugin[] = [],
): Promise<void> {
  const extension = format === 'es' ? 'js' : 'cjs'
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins,
    publicDir: false,
    ssr: { noExternal: true, external: [...packages, ...absent] },
    build: {
      ssr: true,
      target: 'node26',
      outDir,
      emptyOutDir: true,
      minify: false,
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: {
        input,
        output: {
          format,
          entryFileNames: `[name].${extension}`,
          chunkFileNames: `[name].${extension}`,
          // Packages of the older module form, such as ssh2, look there for files beside themselves.
          banner: format === 'es' ? 'const __dirname = import.meta.dirname;' : '',
          comments: { legal: true, annotation: false, jsdoc: false },
        },
      },
    },
  })
}

const address = /new URL\(\s*(['"`])(\.[^'"`]*)\1,\s*import\.meta\.url\s*\)/g
const isWorker = (target: string) => /^\.\/[\w-]+\.ts$/.test(target)

/** Addresses of files count from the source's place; those of workers lead to their bundle. */
function keepAddresses(): Plugin {
  return {
    name: 'keep-addresses',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(root) || id.includes('node_modules') || !code.includes('import.meta.url'))
        return null
      const place = dirname(relative(root, id))
      return code.replace(address, (_, quote: string, target: string) => {
        const path = isWorker(target) ? `./${nameOf(target)}.js` : `../${join(place, target)}`
        return `new URL(${quote}${path}${quote}, import.meta.url)`
      })
    },
  }
}

/** Of the server's sources: the workers they start, and the other files they open. */
function findOpenedFiles(): { workers: string[]; opened: string[] } {
  const sources = globSync('apps/server/src/**/*.ts', { cwd: root }).filter(
    (path) => !/\.test\.ts$|\/testing\/|\/demo\//.test(path),
  )
  const targets = sources.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(address)].map(([, , target]) => ({
      isWorker: isWorker(target!),
      // A name that is computed: the folder.
      path: join(dirname(path), target!.replace(/\$\{.*/, '')),
    })),
  )
  const pathsOf = (ofWorkers: boolean) => [
    ...new Set(targets.filter((target) => target.isWorker === ofWorkers).map(({ path }) => path)),
  ]
  return { workers: pathsOf(true).sort(), opened: pathsOf(false).sort() }
}
