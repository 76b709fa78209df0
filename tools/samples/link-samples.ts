import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startController } from '../../apps/controller/src/controller.ts'
import { openLinkStore } from '../../apps/controller/src/link/link-store.ts'
import { parseMeasuredSeries } from '../../apps/controller/src/plant/parse-measured-series.ts'
import { createPlantConfig } from '../../apps/controller/src/plant/plant-presets.ts'
import { preparePast, replayPast } from '../../apps/controller/src/replay-past.ts'
import { createTestController } from '../../apps/server/src/features/link/link-test-kit.ts'
import { startTestServer, type TestServer } from '../../apps/server/src/testing/start-test-server.ts'
import { insertCompany, insertLocation, insertUser } from '../../apps/server/src/testing/test-world.ts'
import { listSamples, readSample } from './sample-files.ts'

const dayMs = 86_400_000
const place = { seed: 1, weatherSeed: 1, latitude: 50, longitude: 10, timeZone: 'Europe/Berlin' }

/**
 * Sends every series below `directory`/households through the controller link of a running cloud, moved to the last
 * 365 days, and reads it back: the year's energy must match the plant's registers, at every interval. Lists
 * the faults, one line per finding.
 */
export async function checkLinkSamples(directory: string): Promise<{ files: number; problems: string[] }> {
  const folder = join(directory, 'households')
  if (!existsSync(folder)) return { files: 0, problems: [`${folder} is not there`] }
  const names = listSamples(folder, /\.csv$/i)
  const server = await startTestServer({ time: Date.now() })
  try {
    await insertUser(server.db, 'samples@demo.test', 'ROLE_SUPER_ADMIN')
    const problems: string[] = []
    for (const name of names)
      problems.push(...(await checkFile(server, join(folder, name))).map((text) => `${name}: ${text}`))
    return { files: names.length, problems }
  } finally {
    await server.stop()
  }
}

async function checkFile(server: TestServer, file: string): Promise<string[]> {
  const config = {
    ...createPlantConfig('home-pv-battery', place),
    series: parseMeasuredSeries(readSample(file).toString('utf8')),
    hasUtilityMeter: false,
  }
  const { companyId, rootGroupId } = await insertCompany(server.db, file)
  const locationId = await insertLocation(server.db, {
    companyId,
    locationGroupId: rootGroupId,
    timeZone: place.timeZone,
  })
  const known = await createTestController(server.db, locationId)
  const directory = mkdtempSync(join(tmpdir(), 'link-samples-'))
  const store = openLinkStore(join(directory, 'link.db'))
  const today = Temporal.Instant.fromEpochMilliseconds(server.clock.time)
    .toZonedDateTimeISO(place.timeZone)
    .startOfDay()
  const fromMs = today.subtract({ days: 365 }).epochMilliseconds
  // The register of the last midnight closes the year, so the replay continues just beyond it.
  const untilMs = today.epochMilliseconds + 1
  const past = preparePast(store, config, { fromMs, untilMs, stepMs: 300_000, order: 'newest' })
  const controller = startController({
    serial: known.serial,
    kind: 'CONTROLLER',
    address: {
      url: `mqtt://127.0.0.1:${server.deps.link.mqttPort}`,
      user: known.serial,
      password: known.password,
    },
    config,
    store,
    clock: { now: () => untilMs },
    log: () => {},
  })
  try {
    await replayPast(controller.link, store, config, past, { onDay: () => {}, isCancelled: () => false })
    await server.deps.finisher.settle()
    const last = past.history.days.at(-1)!.state
    const first = past.history.days[0]!.state
    return await compareYear(
      server,
      locationId,
      { fromMs, toMs: today.epochMilliseconds },
      {
        grid_import: last.importT1Wh + last.importT2Wh - first.importT1Wh - first.importT2Wh,
        grid_export: last.exportT1Wh + last.exportT2Wh - first.exportT1Wh - first.exportT2Wh,
        production: last.productionWh,
        battery_charge: last.chargeWh,
        battery_discharge: last.dischargeWh,
        consumption: last.loadWh,
      },
    )
  } finally {
    await controller.close()
    store.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function compareYear(
  server: TestServer,
  locationId: number,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  expected: Record<
    'grid_import' | 'grid_export' | 'production' | 'battery_charge' | 'battery_discharge' | 'consumption',
    number
  >,
): Promise<string[]> {
  const client = server.client()
  await client.signIn('samples@demo.test')
  const problems: string[] = []
  for (const interval of [900, 3600, 86_400, 2_592_000]) {
    const { data } = await client.call('GET /locations/:locationId/data/energy', {
      params: { locationId },
      query: { from: fromMs, to: toMs, interval },
    })
    if (data.estimated.length + data.incomplete.length > 0)
      problems.push(
        `${data.estimated.length} estimated and ${data.incomplete.length} incomplete buckets of ${interval} s`,
      )
    for (const [flow, energyWh] of Object.entries(expected)) {
      const sum = data[flow as keyof typeof expected].reduce<number>(
        (total, value) => total + (value ?? 0),
        0,
      )
      // Registers are sent in tenths of a watt-hour, and consumption is a sum of five of them.
      if (Math.abs(sum - energyWh) > 0.6)
        problems.push(`${flow} at ${interval} s is ${sum} Wh, not ${energyWh} Wh`)
    }
  }
  if (toMs - fromMs < 364 * dayMs) problems.push('less than a year was compared')
  return problems
}
