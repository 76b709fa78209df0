import { libraryTitles } from '@ohmstead/domain/pricing/library-titles'
import { weekdays } from '@ohmstead/pricing/time-plan/find-uncovered'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { findTimePlan } from './time-plan-queries.ts'
import {
  type BlockFields,
  insertBlock,
  insertSeason,
  insertSlots,
  insertTimePlan,
  type PlanFields,
  type SeasonFields,
} from './time-plan-writes.ts'

/** A plan that comes with the platform: its days are all the same. Windows are local hours. */
interface LibraryPlan<Key extends string> {
  libraryKey: string
  plan: PlanFields
  blocks: Record<Key, Pick<BlockFields, 'title' | 'color'>>
  seasons: (SeasonFields & { hours: readonly (readonly [block: Key, from: number, to: number])[] })[]
}

/** Names and hours as Slovenian suppliers print them on price lists of four windows. */
const fourWindows: LibraryPlan<'solarLow' | 'solarHigh' | 'base' | 'peak'> = {
  libraryKey: 'si-four-windows',
  plan: { title: libraryTitles.fourWindows, color: '#e0a400', countryCode: 'SI', holidayWeekday: null },
  blocks: {
    solarLow: { title: libraryTitles.solarLow, color: '#f2c230' },
    solarHigh: { title: libraryTitles.solarHigh, color: '#e88c1e' },
    base: { title: libraryTitles.base, color: '#3f8f6b' },
    peak: { title: libraryTitles.peak, color: '#c2412d' },
  },
  seasons: [
    {
      title: libraryTitles.seasonLow,
      validFrom: '2024-03-01',
      repeatsYearly: true,
      hours: dayWith('solarLow'),
    },
    {
      title: libraryTitles.seasonHigh,
      validFrom: '2024-11-01',
      repeatsYearly: true,
      hours: dayWith('solarHigh'),
    },
  ],
}

/** Where a plan of the library is kept, with its blocks by the names that offers use. */
export interface KeptLibraryPlans {
  fourWindows: { timePlanId: number; blockIds: Record<keyof (typeof fourWindows)['blocks'], number> }
}

/** Stores the plans of the library that are not there yet; the same answer however often it is called. */
export async function seedLibraryTimePlans(db: Db, now: number): Promise<KeptLibraryPlans> {
  return db.transaction(async (tx) => ({ fourWindows: await keepPlan(tx, fourWindows, now) }))
}

async function keepPlan<Key extends string>(tx: Queryable, wanted: LibraryPlan<Key>, now: number) {
  // Of several processes that start at once the others wait here, and find what the first one has stored.
  const timePlanId = (await insertLibraryPlan(tx, wanted, now)) ?? (await getIdOf(tx, wanted.libraryKey))
  const { blocks } = (await findTimePlan(tx, timePlanId))!
  const ids = Object.keys(wanted.blocks).map((key, place) => [key, blocks[place]!.id] as const)
  return { timePlanId, blockIds: Object.fromEntries(ids) as Record<Key, number> }
}

async function insertLibraryPlan<Key extends string>(
  tx: Queryable,
  { libraryKey, plan, blocks, seasons }: LibraryPlan<Key>,
  now: number,
): Promise<number | null> {
  const timePlanId = await insertTimePlan(tx, plan, { now, libraryKey })
  if (timePlanId === null) return null
  const blockIds = {} as Record<Key, number>
  for (const key of Object.keys(blocks) as Key[])
    blockIds[key] = await insertBlock(tx, timePlanId, {
      type: 'PRICING_ENERGY',
      value: null,
      tiers: [],
      ...blocks[key],
    })
  for (const { hours, ...season } of seasons) {
    const seasonId = await insertSeason(tx, timePlanId, season)
    const slots = weekdays.flatMap((weekday) =>
      hours.map(([block, from, to]) => ({
        seasonId,
        blockId: blockIds[block],
        weekday,
        fromMinute: from * 60,
        toMinute: to * 60,
      })),
    )
    await insertSlots(tx, slots)
  }
  return timePlanId
}

async function getIdOf(tx: Queryable, libraryKey: string): Promise<number> {
  const row = await tx.row<{ id: number }>(sql`select id from time_plan where library_key = ${libraryKey}`)
  return row!.id
}

function dayWith<Solar extends string>(solar: Solar) {
  return [
    ['base', 0, 9],
    [solar, 9, 16],
    ['base', 16, 18],
    ['peak', 18, 21],
    ['base', 21, 24],
  ] as const
}
