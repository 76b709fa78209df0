import type { CalculationQuestion } from '@ohmstead/contract/calculations'
import type { ConsumerInfo } from '@ohmstead/contract/portal-consumer-info'
import type { Actor } from '@ohmstead/domain/access/permission'
import { type Days, findDaysSoFar } from '@ohmstead/domain/portal/so-far'
import { firstOfNextMonth } from '@ohmstead/network-fee/calendar/month-key'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { localDay } from '../portal/client/portal-dates.ts'
import type { DeviceRow } from '../portal/points/abstract-device-queries.ts'
import { getMeteringPoint, getReadableDevice } from '../portal/points/get-metering-point.ts'
import { readQuarterHours } from '../portal/readings/read-quarter-hours.ts'
import type { CalculationInput } from './calculation-task.ts'

const quarterMs = 900_000

export interface CalculationOfDevice {
  device: DeviceRow
  consumerInfo: ConsumerInfo
  /** The days of the readings while a first import still brings older ones; else null. */
  soFar: Days | null
  input: CalculationInput
}

/** Everything a question about a point depends on. Refuses what cannot be answered, each with its reason. */
export async function getCalculationInput(
  { db, clock }: Deps,
  actor: Actor,
  deviceId: number,
  question: CalculationQuestion,
): Promise<CalculationOfDevice> {
  const device = await getReadableDevice(db, actor, deviceId)
  if (question.to > localDay(clock.now()))
    throw new AppError('invalid_request', { fields: { to: 'future_date' } })
  const { point, consumerInfo, reach } = await getMeteringPoint(db, deviceId)
  if (!question.withoutEnergyPrices) checkPrices(question, point.tariffsCount)
  const range = { fromDay: question.from, toDay: question.to }
  const { series, problems } = await readQuarterHours(db, deviceId, range)
  if (!series.importMilliWh.some((energy) => !Number.isNaN(energy))) throw new AppError('no_readings')
  const { vt, mt, et, customPowerLimits: own, levies, vat } = question
  return {
    device,
    consumerInfo,
    soFar: findDaysSoFar(question, reach) && findReadDays(series),
    input: {
      series,
      problems,
      point,
      energyPrices: question.withoutEnergyPrices ? null : { vt, mt, et },
      customPowersKw: own && [own.block1, own.block2, own.block3, own.block4, own.block5],
      levies,
      vat,
      adviceFrom: firstOfNextMonth(localDay(clock.now())),
    },
  }
}

/** From the first to the last day with a reading: an import goes on while it is calculated. */
function findReadDays({ firstStartMs, importMilliWh }: QuarterHourSeries): Days {
  const isRead = (energy: number) => !Number.isNaN(energy)
  const dayOf = (at: number) => localDay(firstStartMs + at * quarterMs)
  return { from: dayOf(importMilliWh.findIndex(isRead)), to: dayOf(importMilliWh.findLastIndex(isRead)) }
}

/** One tariff needs its price, two need theirs. */
function checkPrices(question: CalculationQuestion, tariffsCount: 1 | 2): void {
  const needed = tariffsCount === 1 ? (['et'] as const) : (['vt', 'mt'] as const)
  const missing = needed.filter((tariff) => question[tariff] === null)
  if (missing.length > 0)
    throw new AppError('invalid_request', {
      fields: Object.fromEntries(missing.map((tariff) => [tariff, 'required'])),
    })
}
