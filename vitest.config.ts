import { availableParallelism } from 'node:os'
import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from 'vitest/config'

// Kinds of test, by the file's name. `npx vitest run <path>` runs any of them; `npm test` runs all, those with a database
// on both databases, with two exceptions (decision 10): `*.once.*` runs on the embedded one only, and features with
// nothing but plain rows run on PostgreSQL only.

const cores = availableParallelism()
// Each keeps a server, a database and a broker or a browser busy beside it.
const withCompany = Math.max(1, Math.floor(cores / 2))
const everywhere = ['packages/**', 'apps/**', 'tools/**']
const named = (suffix: string) => everywhere.map((folder) => `${folder}/*${suffix}`)
const embeddedDatabase = 'apps/server/src/testing/embedded-snapshot.ts'
const cheapPasswords = 'apps/server/src/testing/cheap-passwords.ts'
const exclude = ['**/node_modules/**', '**/dist/**', '**/.cache/**']
const withPlainRows = [
  'account,alarms,audit,auth,calculations,charging,companies,company-settings,controllers,device-groups,devices',
  'energy-sharing,first-admin,first-run,impersonation,invitations,invoice-check,location-groups,locations,mapping',
  'money,navigation,network-tariffs,offer-comparison,operator,outbox,people,portfolio,price-lists,rate-plans,savings',
  'setup,site,spot-market,supply-offers,time-of-use,weather',
]
/** Two of the trials of every endpoint; the third, the access matrix, calls each on both databases. */
const everyEndpoint = 'apps/server/src/features/{alike-answers,forged-calls}.api.test.ts'
/** Only what a restart finds differs: the embedded database has no other process that could be at work. */
const withLeases =
  'apps/server/src/features/{location-pricing,portal}/**/!(repricing-after-death|import-readings).api.test.ts'
/** What it reads are the plans of PostgreSQL's planner. */
const plansOfPostgres = 'tools/fleet/query-plans.api.test.ts'
const excludeOnServer = process.env.TEST_DATABASE_URL
  ? [...exclude, '**/*.once.*']
  : process.env.TESTED_ON_POSTGRES
    ? [
        ...exclude,
        `apps/server/src/features/{${withPlainRows}}/**/!(*.once).{api,link}.test.ts`,
        everyEndpoint,
        withLeases,
        plansOfPostgres,
      ]
    : exclude

const project = (
  name: string,
  test: NonNullable<TestProjectInlineConfiguration['test']>,
  plugins: Plugin[] = [],
): TestProjectInlineConfiguration => ({
  plugins,
  oxc: { jsx: { runtime: 'automatic' } },
  // A busy machine is no failure: the limits end what hangs, and are far from what anything needs.
  test: { name, environment: 'node', pool: 'forks', exclude, expect: { poll: { timeout: 30_000 } }, ...test },
})

// Each file of components would make all six thousand icons for the few it draws.
const iconsOneByOne: Plugin = {
  name: 'icons-one-by-one',
  transform: (code) =>
    code.replace(/import \{([^}]*)\} from ["']@tabler\/icons-react["'];?/g, (_, names: string) =>
      (names.match(/\w+/g) ?? [])
        .map((name) => `import ${name} from "@tabler/icons-react/dist/esm/icons/${name}.mjs";`)
        .join(''),
    ),
}

export default defineConfig({
  test: {
    teardownTimeout: 60_000,
    projects: [
      project('unit', {
        include: named('.test.ts'),
        exclude: [...exclude, '**/*.{api,link,process,cluster,e2e}.test.*'],
        // Pure: nothing that one file leaves behind another could see, and modules load once.
        isolate: false,
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
      // Components in a made-up browser: what a press sends and what an answer shows.
      project(
        'components',
        {
          environment: 'happy-dom',
          // A world of its own for each file in one process, where a process for each costs twice as much as its tests.
          pool: 'vmThreads',
          include: ['apps/web/src/**/*.test.tsx'],
          css: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
        [iconsOneByOne],
      ),
      project('api', {
        include: named('.api.test.ts'),
        exclude: excludeOnServer,
        globalSetup: [embeddedDatabase],
        setupFiles: [cheapPasswords],
        // Each file has a server and a database of its own; the modules of the server load once.
        isolate: false,
        testTimeout: 240_000,
        hookTimeout: 240_000,
        maxWorkers: Math.max(2, cores),
      }),
      project('link', {
        include: named('.link.test.ts'),
        exclude: excludeOnServer,
        globalSetup: [embeddedDatabase],
        setupFiles: [cheapPasswords],
        isolate: false,
        testTimeout: 300_000,
        hookTimeout: 240_000,
        maxWorkers: withCompany,
      }),
      project('process', {
        include: ['e2e/*.process.test.ts'],
        testTimeout: 300_000,
        hookTimeout: 240_000,
        maxWorkers: withCompany,
      }),
      // Brokers, standbys and installed packages, one trial at a time: each fills the machine.
      project('cluster', {
        include: ['e2e/cluster/*.cluster.test.ts'],
        testTimeout: 300_000,
        hookTimeout: 240_000,
        fileParallelism: false,
        maxWorkers: 1,
      }),
      project('e2e', {
        include: ['e2e/*.e2e.test.ts'],
        globalSetup: ['e2e/kit/demo-cloud.ts'],
        testTimeout: 300_000,
        hookTimeout: 240_000,
        maxWorkers: withCompany,
      }),
    ],
  },
})
