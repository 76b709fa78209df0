import type { AddressInfo } from 'node:net'
import pino, { type DestinationStream } from 'pino'
import { buildApp } from './app.ts'
import type { Deps } from './deps.ts'
import { startAlarmRules } from './features/alarm-rules/start-alarm-rules.ts'
import { createAccessSource } from './features/auth/access-source.ts'
import { startScheduledBackups } from './features/backups/start-scheduled-backups.ts'
import { startBulkChanges } from './features/bulk-changes/start-bulk-changes.ts'
import { startCalculator } from './features/calculations/start-calculator.ts'
import { startDemo } from './features/demo/start-demo.ts'
import { issueSetupCode } from './features/first-admin/setup-code.ts'
import { checkInstallation, claimInstallation } from './features/installation/claim-installation.ts'
import { startLink } from './features/link/start-link.ts'
import { createLiveReaders } from './features/live/live-readers.ts'
import { startRepricings } from './features/location-pricing/start-repricings.ts'
import { startBudgetChecks } from './features/money/start-budget-checks.ts'
import { startNotices } from './features/notices/start-notices.ts'
import { exposeFacts } from './features/operation/expose-facts.ts'
import { registerProcess } from './features/operation/register-process.ts'
import { startSharedFigures } from './features/operation/shared-figures.ts'
import type { PortalClientOptions } from './features/portal/client/portal-client.ts'
import { startCsvReader } from './features/portal/csv/start-csv-reader.ts'
import { startImports } from './features/portal/import/start-imports.ts'
import { startSpotMarket } from './features/spot-market/start-spot-market.ts'
import { seedSupplyOffers } from './features/supply-offers/seed-supply-offers.ts'
import { startTelemetry } from './features/telemetry/start-telemetry.ts'
import { startTunnels } from './features/tunnel/start-tunnels.ts'
import { startUpdates } from './features/updates/start-updates.ts'
import { startUpkeep } from './features/upkeep/start-upkeep.ts'
import { openPortal } from './open-portal.ts'
import { openSpotMarket } from './open-spot-market.ts'
import { openWeather } from './open-weather.ts'
import { startBackground } from './platform/background.ts'
import type { Db } from './platform/db/db.ts'
import { migrate } from './platform/db/migrate.ts'
import { openDb } from './platform/db/open-db.ts'
import { watchDatabase } from './platform/db/watch-database.ts'
import { drainHttp } from './platform/http/drain-http.ts'
import { startJobs } from './platform/jobs/jobs.ts'
import { openKeys } from './platform/keys/open-keys.ts'
import { startLiveHub } from './platform/live/start-live-hub.ts'
import { startMailer } from './platform/mail/start-mailer.ts'
import { createMetrics, serveMetrics } from './platform/prometheus-metrics.ts'
import { startTracing } from './platform/tracing/start-tracing.ts'
import { currentTrace } from './platform/tracing/trace.ts'
import type { Settings } from './settings.ts'

export interface RunningServer {
  deps: Deps
  httpPort: number
  metricsPort: number
  mqttPort: number | null
  /** For the log: a link with which somebody becomes the first super admin. Null if there is one. */
  setupCode: string | null
  /** Stops accepting work, finishes accepted work, and closes everything in reverse order of opening. */
  stop(): Promise<void>
}

/**
 * Opens everything in order: database, migrations, link, HTTP, metrics. Used by `main.ts` and by the tests, which pass
 * their own database, close it themselves, and then nothing is stored below the data directory.
 */
export async function startServer(
  settings: Settings,
  options: {
    clock?: Deps['clock']
    db?: Db
    portal?: Partial<PortalClientOptions>
    logTo?: DestinationStream
  } = {},
): Promise<RunningServer> {
  const log = pino(
    {
      level: settings.logLevel,
      redact: ['*.password', '*.token', '*.secret', 'req.headers.cookie', 'req.headers.authorization'],
      ...(settings.tracing && { mixin: currentTrace }),
    },
    options.logTo,
  )
  const closers: (() => Promise<unknown>)[] = []
  let isStopping = false
  const stop = async () => {
    isStopping = true
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    if (settings.tracing) closers.push(await startTracing(settings.tracing, log))
    const db = options.db ?? (await openDb(settings))
    if (!options.db) closers.push(() => db.close())
    await checkInstallation(db, settings)
    await migrate(db)
    await claimInstallation(db, settings)
    const directory = options.db || settings.databaseUrl ? null : settings.dataDir
    const secrets = await openKeys(db, { ...settings, directory })
    const watch = watchDatabase({ db, log })
    closers.push(watch.close)
    const clock = options.clock ?? { now: () => Date.now() }
    await seedSupplyOffers(db, clock.now())
    const telemetry = await startTelemetry({
      db,
      clock,
      log,
      retentionDays: settings.rawRetentionDays,
      packAfterDays: settings.rawPackAfterDays,
    })
    closers.push(telemetry.close)
    const live = await startLiveHub({ db, log, readers: createLiveReaders(db, clock) })
    closers.push(live.close)
    const jobs = await startJobs({ db, clock, log })
    closers.push(jobs.close)
    const metricsRegistry = createMetrics()
    const link = await startLink({
      db,
      clock,
      log,
      settings,
      metrics: metricsRegistry,
      finisher: telemetry.finisher,
    })
    closers.push(link.close)
    live.onWatched(link.setWatched)
    const mailer = await startMailer({ db, clock, log, settings })
    closers.push(mailer.close)
    const notices = await startNotices({ db, clock, log, secrets, settings })
    closers.push(notices.close)
    const calculator = startCalculator(metricsRegistry)
    closers.push(calculator.close)
    const repricings = await startRepricings({ db, clock, log, jobs, calculator })
    closers.push(repricings.close)
    closers.push(startBudgetChecks({ db, clock, log, calculator }).close)
    closers.push(startAlarmRules({ db, clock, log }).close)
    const csvReader = startCsvReader()
    closers.push(csvReader.close)
    closers.push(startScheduledBackups({ db, clock, log, settings }).close)
    const background = startBackground(log)
    closers.push(background.close)
    const {
      client: portal,
      officialMeters,
      close: closePortal,
    } = await openPortal(settings, clock, options.portal)
    closers.push(closePortal)
    const { client: weather, close: closeWeather } = await openWeather(settings, clock)
    closers.push(closeWeather)
    const { sources, close: closeSources } = await openSpotMarket(settings, clock)
    closers.push(closeSources)
    const spotMarket = await startSpotMarket({ db, clock, log, jobs, sources, metrics: metricsRegistry })
    closers.push(spotMarket.close)
    const imports = await startImports({ db, clock, log, jobs, secrets, portal })
    closers.push(imports.close)
    const tunnels =
      settings.tunnel && (await startTunnels({ db, clock, log, settings, secrets }, settings.tunnel))
    if (tunnels) closers.push(tunnels.close)
    const updates = startUpdates({ db, clock, log })
    closers.push(updates.close)
    const bulkChanges = await startBulkChanges({ db, clock, log, jobs })
    closers.push(bulkChanges.close)
    const deps: Deps = {
      ...{ db, clock, log, settings, metrics: metricsRegistry },
      health: { database: watch.state, isStopping: () => isStopping },
      finisher: telemetry.finisher,
      ...{ tunnels },
      ...{
        live,
        jobs,
        link,
        mailer,
        notices,
        calculator,
        csvReader,
        background,
        secrets,
        portal,
        imports,
        weather,
      },
      ...{ spotMarket, repricings, updates, bulkChanges },
    }
    const registered = await registerProcess(deps)
    closers.push(registered.close)
    const upkeep = startUpkeep(deps)
    closers.push(upkeep.close)
    const figures = startSharedFigures(deps)
    closers.push(figures.close)
    exposeFacts(deps, { upkeep, figures })
    const app = await buildApp(deps, createAccessSource())
    await app.listen({ host: settings.host, port: settings.port })
    closers.push(async () => {
      live.endStreams()
      await app.webSockets.close()
      await drainHttp(app, { isBehindProxy: settings.trustProxy > 0 })
    })
    const metrics = await serveMetrics(deps.metrics, {
      host: settings.metricsHost,
      port: settings.metricsPort,
    })
    closers.push(metrics.close)
    const httpPort = (app.server.address() as AddressInfo).port
    if (settings.demo && link.mqttPort !== null) {
      const demo = await startDemo(deps, { httpPort, mqttPort: link.mqttPort }, officialMeters)
      closers.push(demo.stop)
    }
    const setupCode = settings.demo ? null : await issueSetupCode(db, clock.now())
    return { deps, httpPort, metricsPort: metrics.port, mqttPort: link.mqttPort, setupCode, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
