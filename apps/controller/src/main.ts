import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import tls from 'node:tls'
import { fileURLToPath } from 'node:url'
import { buildCliPlant } from './build-cli-plant.ts'
import { hwVersion } from './build-info.ts'
import { type CliOptions, helpText, parseCliOptions } from './cli-options.ts'
import { type RunningController, startController } from './controller.ts'
import { type Enrolment, enrol } from './link/enrol.ts'
import { type LinkStore, openLinkStore } from './link/link-store.ts'
import { createP1Meter, createTelegramPoster } from './p1/p1-meter.ts'
import { readSerialPort } from './p1/read-serial-port.ts'
import { runP1Meter } from './p1/run-p1-meter.ts'
import type { PlantConfig } from './plant/plant-config.ts'
import { readConfigFile } from './read-config-file.ts'
import { preparePast, replayPast } from './replay-past.ts'
import { describeFindings, runSelfTest } from './self-test/run-self-test.ts'
import { findDdiAddress } from './software/find-ddi-address.ts'
import { launchVersion, restartCode } from './software/launch-version.ts'
import { startUpdates } from './software/run-updates.ts'
import { baseVersion, findOwnVersion, softwareFolder } from './software/software-state.ts'

const dayMs = 86_400_000
const ownFile = fileURLToPath(import.meta.url)
const log = (message: string) => console.log(`${new Date().toISOString()} ${message}`)

async function run(options: CliOptions, configFile: string | null): Promise<void> {
  if (options.p1Port) {
    const { url, serial, token, p1Port: path, baud, periodSeconds } = options
    const post = createTelegramPoster({ httpUrl: url!, serial, token: token!, log })
    stopOnSignal(readSerialPort({ path, baud, periodMs: periodSeconds * 1000, post, log }))
    return
  }
  const config = buildCliPlant(options)
  if (config.series && config.series.heldSteps > 0)
    log(`${config.series.heldSteps} steps of the series have no value and repeat the one before`)
  const clock = { now: () => Date.now() + options.clockOffsetSeconds * 1000 }
  if (options.p1) {
    const telegram = { style: options.p1, timeZone: options.timeZone, serial: options.serial }
    const post = createP1Meter({
      httpUrl: options.url!,
      serial: options.serial,
      token: options.token!,
      telegram,
      log,
    })
    stopOnSignal(runP1Meter({ config, clock, periodMs: options.periodSeconds * 1000, post }))
    return
  }
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
  const store = openLinkStore(join(options.dataDir, 'link.db'))
  const enrolment = await findEnrolment(options, store)
  const { address } = enrolment
  const past = options.replayFrom ? preparePast(store, config, readPast(options, clock.now())) : null
  const folder = softwareFolder(options.dataDir)
  const ownVersion = findOwnVersion(folder, ownFile)
  const ddi = findDdiAddress(options, enrolment, log)
  const updates =
    ddi &&
    startUpdates({
      ...{ address: ddi, serial: options.serial, folder, hardware: hwVersion, ownVersion, log },
      certificateFile: options.softwareCertificate!,
      restart: () => void close().then(() => process.exit(restartCode)),
    })
  const controller = startController({
    serial: options.serial,
    kind: 'CONTROLLER',
    address,
    config,
    store,
    clock,
    log,
    periodMs: options.periodSeconds * 1000,
    configFile,
    tunnelDirectory: join(options.dataDir, 'tunnel'),
    uplink: options.uplink,
    softwareVersion: ownVersion ?? baseVersion,
    updates,
  })
  const close = async () => {
    await updates?.close()
    await controller.close()
    store.close()
  }
  stopOnSignal(close)
  if (past) await replay(controller, store, config, past)
}

/** Credentials of an earlier enrolment stay valid; the secret may work only once. */
async function findEnrolment(options: CliOptions, store: LinkStore): Promise<Enrolment> {
  if (options.mqttUrl && options.password)
    return {
      address: { url: options.mqttUrl, user: options.serial, password: options.password },
      httpToken: options.token,
    }
  const kept = store.readDocument<Enrolment>('enrolment')
  if (kept) return kept
  const enrolment = await enrol(options.url!, options.serial, options.secret!)
  store.writeDocument('enrolment', enrolment)
  log('enrolled')
  return enrolment
}

function readPast(options: CliOptions, now: number) {
  const from = Temporal.PlainDate.from(options.replayFrom!)
  const fromMs = from.toZonedDateTime(options.timeZone).epochMilliseconds
  if (fromMs >= now || fromMs < now - 399 * dayMs)
    throw new Error('--replay-from must lie within the last 399 days')
  const end = from.add({ days: options.replayDays }).toZonedDateTime(options.timeZone).epochMilliseconds
  return { fromMs, untilMs: Math.min(end, now), stepMs: 300_000, order: 'oldest' as const }
}

async function replay(
  controller: RunningController,
  store: LinkStore,
  config: PlantConfig,
  past: ReturnType<typeof preparePast>,
): Promise<void> {
  let done = past.plan.done
  const total = past.history.days.length
  log(`sending ${total - done} days of history`)
  await replayPast(controller.link, store, config, past, {
    onDay: () => {
      done += 1
      if (done % 10 === 0 || done === total) log(`history: ${done} of ${total} days stored`)
    },
    isCancelled: () => false,
  })
}

function stopOnSignal(close: () => Promise<void>): void {
  const stop = () => void close().then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

/** The words of the command line, after those of the file that it names. */
function readWords(): { isTest: boolean; words: string[]; configFile: string | null } {
  const words = process.argv.slice(2)
  const isTest = words[0] === 'self-test'
  if (isTest) words.shift()
  const place = words.indexOf('--config')
  if (place === -1) return { isTest, words, configFile: null }
  const [, path = ''] = words.splice(place, 2)
  return { isTest, words: [...readConfigFile(path), ...words], configFile: path }
}

/** For `fetch` as well, which takes no authority of its own. */
function trust(file: string): void {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(file, 'utf8')])
}

/** The version that this program was updated to takes its place. */
async function launch({ p1, p1Port, dataDir, trialSeconds }: CliOptions): Promise<boolean> {
  if (p1 || p1Port) return false
  return launchVersion(softwareFolder(dataDir), { ownFile, trialMs: trialSeconds * 1000, log })
}

async function test(options: CliOptions): Promise<void> {
  const file = join(options.dataDir, 'link.db')
  const store = existsSync(file) ? openLinkStore(file) : null
  const findings = await runSelfTest(options, store?.readDocument<Enrolment>('enrolment') ?? null)
  store?.close()
  console.log(describeFindings(findings))
  process.exit(findings.every(({ isOk }) => isOk) ? 0 : 1)
}

try {
  const { isTest, words, configFile } = readWords()
  const options = parseCliOptions(words)
  if (options?.caFile) trust(options.caFile)
  if (!options) console.log(helpText)
  else if (isTest) await test(options)
  else if (!(await launch(options))) await run(options, configFile)
} catch (error) {
  // One actionable line; `--help` has the rest.
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
