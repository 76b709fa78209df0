import { milliWhPerKw } from '@ohmstead/network-fee/quarter-hour-series'
import { type DayReadings, dayGrid, listDays } from '../features/portal/import/day-readings.ts'
import {
  insertAnswer,
  insertDayVersions,
  updateReadingsState,
} from '../features/portal/readings/quarter-hour-queries.ts'
import type { Db, Queryable } from '../platform/db/db.ts'
import { sql } from '../platform/db/sql.ts'

const houseInfo = {
  billingPower: 10,
  connectionPower: 17,
  consumerType: 'RESIDENTIAL',
  consumptionType: 'Gospodinjstvo',
  userGroup: 0,
  userGroupText: '0 - Uporabniki sistema priključeni na NN izvod',
  currentLimit: 25,
  isThreePhase: true,
  productionPower: null,
  tariffsCount: 2,
  voltageClassification: 'NN',
  yearlyWorkHours: null,
  netMetering: null,
  powerLimits: [
    {
      ...{ block1: 7.5, block2: 8, block3: 8, block4: 8, block5: 8, connectionPower: 17 },
      dateFrom: '2024-01-01',
      dateTo: '2026-12-31',
      isValid: true,
      limitSetBy: 'user',
      minimumPower: 3.4,
      enteredOn: '2024-06-22',
    },
  ],
}

/** A house at 3 × 25 A as the portal describes it, without readings. */
export async function insertMeteringPoint(
  db: Queryable,
  userId: number,
  eimm: string,
  info: Partial<Record<keyof typeof houseInfo, unknown>> = {},
): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into abstract_device (user_id, eimm, gsrn, title, source, portal_info, created_at)
    values (${userId}, ${eimm}, '383111580000123456', 'Šmartinska cesta 12', 'portal',
      ${JSON.stringify({ ...houseInfo, ...info })}::jsonb, now()) returning id`)
  return row!.id
}

/**
 * Quarter-hours of the days from `fromDay` to before `toDay`; the power is in kW, null is missing. Without an export
 * power there are no readings of it.
 */
export async function insertQuarterHours(
  db: Db,
  deviceId: number,
  [fromDay, toDay]: [string, string],
  powerKw: (startMs: number) => number | null,
  exportKw: typeof powerKw | null = null,
): Promise<void> {
  const days = listDays(fromDay, toDay).map((day): DayReadings => {
    const { startMs, count } = dayGrid(day)
    const energiesOf = (kwAt: typeof powerKw) =>
      Array.from({ length: count }, (_, at) => {
        const kw = kwAt(startMs + at * 900_000)
        return kw === null ? null : Math.round(kw * milliWhPerKw)
      })
    const imports = energiesOf(powerKw)
    const quality = imports.map((energy) => (energy === null ? 'm' : '.')).join('')
    return { day, imports, exports: exportKw && energiesOf(exportKw), quality }
  })
  await db.transaction(async (tx) => {
    const now = Date.UTC(2026, 0, 1)
    const content = Buffer.from('')
    const answerId = await insertAnswer(tx, { deviceId, source: 'readings', now, content })
    await insertDayVersions(tx, deviceId, days, { answerId, now })
    await updateReadingsState(tx, deviceId)
  })
}

/** A daily rhythm with occasional peaks, the same every time. */
export function livingPower(startMs: number): number {
  const quarter = Math.round(startMs / 900_000)
  const daily = 1 + Math.sin(((quarter % 96) / 96 - 0.3) * 2 * Math.PI)
  return 0.3 + 0.8 * daily + (quarter % 97 === 5 ? 3 + (quarter % 7) : 0)
}
