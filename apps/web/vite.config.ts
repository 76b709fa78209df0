import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, minifySync, type Plugin, type Rolldown } from 'vite'
import { collectFirstSources, listFirstTexts } from './list-first-texts.ts'
import { listMainFiles } from './list-main-files.ts'
import { listPageFiles } from './list-page-files.ts'

type Bundle = Rolldown.OutputBundle

const root = resolve(import.meta.dirname, '../..')
const isFirst = findFirstModules()
const chartFiles =
  /(node_modules[\\/]uplot[\\/]|shared[\\/]charts[\\/](chart-(gestures|keys|panel|png|window)|download-picture|draw|layer|plot|strip|time|value)[-.]).*(?<!\.css)$/

const api = process.env.API_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [
    react(),
    announceTexts(),
    stampWorker(),
    namePageFiles(),
    chooseFirstTexts(),
    shrinkStart(),
    compressed(),
  ],
  server: {
    proxy: Object.fromEntries(
      ['/api', '/manifest.webmanifest', '/.well-known'].map((path) => [
        path,
        { target: api, changeOrigin: false },
      ]),
    ),
  },
  // A worker may fetch parts of itself when they are first asked for.
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    sourcemap: false,
    // One stylesheet per lazy part, but no request for a few bytes of image.
    assetsInlineLimit: 2048,
    // The words that passwords are compared with have 477 kB, fetched where somebody chooses one.
    chunkSizeWarningLimit: 500,
    modulePreload: {
      polyfill: false,
      // What a page needs beside itself is listed in the first script. What that has loaded already needs no mention.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js'
          ? files.filter((file) => !/\/(vendor|shared|index|rolldown-runtime)-/.test(file))
          : files,
    },
    rolldownOptions: {
      output: {
        // The first script names the files of all pages, and hashes do not compress. Six characters
        // (36 bits) tell the versions of a file apart; so many scripts need seven.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|@tanstack|@lingui)[\\/]/,
              priority: 40,
            },
            // Several pages draw charts, but none needs them for its first view. Their few styles are no request of
            // their own.
            {
              name: 'time-chart',
              test: (id) => isFirst(id) && chartFiles.test(id),
              includeDependenciesRecursively: false,
              priority: 30,
            },
            // What the first view shares with other pages is small: one file instead of forty requests.
            {
              name: 'shared',
              test: isFirst,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 28,
            },
            // Calendars are fetched when one is opened.
            {
              name: 'calendar',
              test: /node_modules[\\/](@mantine|dayjs|@floating-ui|clsx)[\\/]|ui[\\/](calendar-provider|library)/,
              includeDependenciesRecursively: false,
              priority: 30,
            },
            // The network fee with its rates, and what the pages of the portal share: nobody else needs them.
            {
              name: 'network-fee',
              test: /packages[\\/](network-fee|optimizer)[\\/]/,
              includeDependenciesRecursively: false,
              priority: 25,
            },
            {
              name: 'portal',
              test: /(features[\\/](portal|calculations|battery|solar|portfolio)|shared[\\/](portal|what-if))[\\/]/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 20,
            },
            // Prices: what their pages share, and nobody else needs.
            {
              name: 'pricing',
              test: /packages[\\/]pricing[\\/]|domain[\\/]src[\\/]pricing[\\/]|shared[\\/]pricing[\\/]|features[\\/](price-lists|rate-plans|supply-offers|network-tariffs|spot-market|location-pricing|time-of-use)[\\/]/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 18,
            },
            // Energy sharing and the comparison of offers need the portal and the prices, which who shares anything else with
            // them would load as well.
            {
              name: 'offers',
              test: /features[\\/](energy-sharing|offer-comparison)[\\/]/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 17,
            },
            // What charts of energy and of money share: in `shared` it would wait for the charts, and they for it.
            {
              name: 'charts',
              test: /(features|shared)[\\/]charts[\\/].*(?<!\.css)$/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 16,
            },
            // Forms and lists of people: no first view has any.
            {
              name: 'forms',
              test: /features[\\/](controllers|account|auth[\\/](pending|privacy|resend|safe|token|use-enter))|shared[\\/]((controllers|forms|password|passkeys|people|auth-panel|plain-select|places|day-field|search-list|alarm-types|alarm-rules|tell-me)[\\/]|companies[\\/]create|confirm-modal|session[\\/]proof|use-notice|notice-settings|locations[\\/]deleted|explain-parameter|use-parameter-text|software-images)|domain[\\/]src[\\/](forms[\\/](?!range)|places[\\/]|software[\\/]|fleet[\\/](bulk-change|check-parameter))|ui[\\/](field|combobox-field|form|select-field|text-field|text-area-field|checkbox|settings-card|settings-form)\./,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 15,
            },
            // The rest by layer, so that no two files wait for each other: parts first, then features.
            {
              name: 'base',
              test: /node_modules[\\/]@tabler|features[\\/]charts[\\/].*\.css$|packages[\\/]domain[\\/]|apps[\\/]web[\\/]src[\\/](ui|lib|shared)[\\/]/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 10,
            },
            { name: 'later', minShareCount: 2, includeDependenciesRecursively: false, priority: 9 },
          ],
        },
      },
    },
  },
})

/** Tells which modules the overview needs, which people see first once they are signed in. Of packages all that is shared counts as needed, except for icons. */
function findFirstModules(): (id: string) => boolean {
  const sources = collectFirstSources(
    (path) => readFileSync(join(root, path), 'utf8'),
    // Fetched before the first drawing, but by other pages than the overview.
    /features\/auth\/(auth-layout|login-page)\.|shared\/portal\/portal-query\./,
  )
  const paths = new Set([...sources.keys()].map((path) => join(root, path)))
  const icons = new Set([...sources.values()].flatMap((text) => text.match(/\bIcon[A-Z]\w*/g) ?? []))
  return (id) => {
    const [, icon] = /[\\/](Icon\w+)\.m?js$/.exec(id) ?? []
    const isOwn = id.startsWith(root) && !id.includes('node_modules')
    return icon ? icons.has(icon) : !isOwn || paths.has(id)
  }
}

/** Tells an open page that a catalogue has changed, so that it asks the server for its texts again. */
function announceTexts(): Plugin {
  return {
    name: 'announce-texts',
    apply: 'serve',
    configureServer({ watcher, ws, config }) {
      const folder = resolve(config.root, '../../locales')
      watcher.add(folder)
      watcher.on('change', (path) => {
        if (dirname(path) === folder) ws.send({ type: 'custom', event: 'texts-changed' })
      })
    },
  }
}

/** Completes a plain script of the public folder, once the files of the build are known. */
function completeScript(
  file: string,
  complete: (source: string, bundle: Bundle, folder: string) => string,
): Plugin {
  let folder = ''
  return {
    name: `complete-${file}`,
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    writeBundle(_, bundle) {
      const path = join(folder, file)
      writeFileSync(path, complete(readFileSync(path, 'utf8'), bundle, folder))
    },
  }
}

/** Every build is a new version to the service worker, which is how an open page learns of it. */
function stampWorker(): Plugin {
  return completeScript('service-worker.js', (source, bundle, folder) => {
    const version = createHash('sha256').update(Object.keys(bundle).sort().join()).digest('hex').slice(0, 12)
    const mainFiles = listMainFiles(Object.values(bundle))
    const bytes = mainFiles.reduce(
      (sum, name) => sum + brotliCompressSync(readFileSync(join(folder, name))).length,
      0,
    )
    console.log(
      `kept for use without a connection: ${mainFiles.length} files, ${Math.round(bytes / 1000)} kB`,
    )
    return source
      .replace('development', version)
      .replace('const mainFiles = []', `const mainFiles = ${JSON.stringify(mainFiles)}`)
  })
}

/** Tells start.js the files of the pages that people open most. */
function namePageFiles(): Plugin {
  return completeScript('start.js', (source, bundle) =>
    source.replace(
      'var pageFiles = {}',
      `var pageFiles = ${JSON.stringify(listPageFiles(Object.values(bundle)))}`,
    ),
  )
}

/** Tells the server which texts the first pages need, and start.js that it may ask for these. */
function chooseFirstTexts(): Plugin {
  return completeScript('start.js', (source, _, folder) => {
    const keys = listFirstTexts(root)
    writeFileSync(join(folder, 'first-texts.json'), JSON.stringify(keys))
    return source.replace('var hasFirstTexts = false', 'var hasFirstTexts = true')
  })
}

/** The first script of every page is one of the public folder, which a build only copies. */
function shrinkStart(): Plugin {
  return completeScript('start.js', (source) => {
    const { code, errors } = minifySync('start.js', source)
    if (errors.length > 0) throw new Error(`start.js: ${errors[0]!.message}`)
    return code
  })
}

/** Writes .br and .gz beside each text file once, so that the server never compresses a request. */
function compressed(): Plugin {
  let folder = ''
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|json|webmanifest)$/.test(name)) continue
        const content = readFileSync(join(folder, name))
        const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, brotli))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))
      }
    },
  }
}
