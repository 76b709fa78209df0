import { chartEndpoints, type EnergyView } from '@ohmstead/contract/charts'
import { chooseLocale, type Locale } from '@ohmstead/domain/i18n/locales'
import { dayAt } from '@ohmstead/domain/time/days'
import type { FileAnswer } from '../../platform/http/send-file.ts'
import { type Context, fileRoute, type Route } from '../../route.ts'
import { findReader } from '../calculations/reader-queries.ts'
import { buildEnergyFile, buildSeriesFile, type ChartFileTable } from './build-chart-file.ts'
import {
  findDeviceGroupName,
  findDeviceNames,
  findLocationGroupName,
  findLocationName,
} from './chart-name-queries.ts'
import { getChartRange, toRangeView } from './chart-range.ts'
import {
  getDeviceEnergy,
  getDeviceGroupEnergy,
  getLocationEnergy,
  getLocationGroupEnergy,
  getTimeZone,
} from './get-place-energy.ts'
import { getSeries } from './get-series.ts'

type Asked = Pick<
  Context<typeof chartEndpoints.locationEnergyXlsx>,
  'db' | 'deps' | 'actor' | 'query' | 'signal'
>

export const chartFileRoutes: Route[] = [
  fileRoute(chartEndpoints.locationEnergyXlsx, async (context) => {
    const { db, params, query } = context
    const energy = await getLocationEnergy(db, params, query)
    return writeEnergy(context, energy, await findLocationName(db, params.locationId))
  }),
  fileRoute(chartEndpoints.deviceGroupEnergyXlsx, async (context) => {
    const { db, params, query } = context
    const energy = await getDeviceGroupEnergy(db, params, query)
    return writeEnergy(
      context,
      energy,
      await findDeviceGroupName(db, params.locationId, params.deviceGroupId),
    )
  }),
  fileRoute(chartEndpoints.deviceEnergyXlsx, async (context) => {
    const { db, params, query } = context
    const energy = await getDeviceEnergy(db, params, query)
    const devices = await findDeviceNames(db, params.locationId)
    return writeEnergy(context, energy, devices.find(({ id }) => id === params.deviceId)?.name ?? null)
  }),
  fileRoute(chartEndpoints.locationGroupEnergyXlsx, async (context) => {
    const { db, actor, params, query } = context
    const energy = await getLocationGroupEnergy(db, actor, params, query)
    return writeEnergy(context, energy, await findLocationGroupName(db, params.locationGroupId))
  }),
  fileRoute(chartEndpoints.seriesXlsx, async (context) => {
    const { db, params, query } = context
    const timeZone = await getTimeZone(db, params.locationId)
    const range = getChartRange(query, timeZone, query.metric.length)
    const series = await getSeries(db, params.locationId, query.metric, range)
    const devices = await findDeviceNames(db, params.locationId)
    const names = new Map(devices.map(({ key, name }) => [key, name]))
    const table = buildSeriesFile({ ...toRangeView(range), series }, names)
    return writeTable(context, table, await findLocationName(db, params.locationId), query.locale)
  }),
]

const writeEnergy = (context: Asked, energy: EnergyView, title: string | null) =>
  writeTable(
    context,
    buildEnergyFile(energy, context.query.view, context.deps.clock.now()),
    title,
    context.query.locale,
  )

async function writeTable(
  { db, deps, actor, signal }: Pick<Asked, 'db' | 'deps' | 'actor' | 'signal'>,
  table: ChartFileTable,
  name: string | null,
  wanted: Locale | undefined,
): Promise<FileAnswer> {
  const locale = wanted ?? chooseLocale([(await findReader(db, actor.userId))?.locale])
  const title = name ?? 'Ohmstead'
  const content = await deps.calculator.writeDocument(
    { kind: 'chart', ...table, title, locale },
    { person: actor.userId, signal },
  )
  const day = (ms: number) => dayAt(ms, table.timeZone)
  return {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content,
    saveAs: `${title} ${day(table.ts[0] ?? table.to)} ${day(table.to - 1)}.xlsx`,
  }
}
