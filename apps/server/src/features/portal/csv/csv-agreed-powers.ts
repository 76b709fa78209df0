import type { ConsumerInfo } from '@ohmstead/contract/portal-consumer-info'
import { timeBlockAt } from '@ohmstead/network-fee/calendar/time-block'
import type { BlockPowers } from '@ohmstead/network-fee/powers/agreed-power'
import { addDays } from '../client/portal-dates.ts'

/** Agreed powers by the rows of an export: what changed in which month, and how far the file reaches. */
export interface CsvAgreedPowers {
  changes: PowersChange[]
  /** The last day of the last month with powers. */
  untilDay: string
}

interface PowersChange {
  fromDay: string
  blocksKw: BlockPowers
  /** Blocks that no month of these powers has, from 1: their power is taken from other months. */
  assumedBlocks: number[]
}

/** The cells of one quarter-hour. `localMs` is its end by a clock without offset. */
export interface CsvPowerCells {
  localMs: number
  startMs: number
  block: string
  agreedKw: string
}

type PowerLimit = NonNullable<ConsumerInfo['powerLimits']>[number]
type MonthPowers = (number | null)[]

const quarterHourMs = 900_000
const lastBlock = 5
const openEnd = '9999-12-31'

/**
 * Reads the column of agreed powers, which in each row belongs to that row's block. The first value of a
 * block in a month counts, as it does for the bill. Null if the column is empty: the register is unknown then.
 */
export function collectAgreedPowers(cells: readonly CsvPowerCells[]): CsvAgreedPowers | null {
  const months = new Map<string, MonthPowers>()
  for (const cell of cells) {
    const kw = parseKw(cell.agreedKw)
    if (kw === null) continue
    const month = new Date(cell.localMs - quarterHourMs).toISOString().slice(0, 7)
    const powers = months.get(month) ?? Array<null>(lastBlock).fill(null)
    const block = Number(/[1-5]/.exec(cell.block)?.[0] ?? timeBlockAt(cell.startMs))
    powers[block - 1] ??= kw
    months.set(month, powers)
  }
  const inOrder = [...months].sort(([a], [b]) => a.localeCompare(b))
  const [lastMonth] = inOrder.at(-1) ?? []
  if (lastMonth === undefined) return null
  const changes = joinEqual(
    inOrder.map(([month, powers], at) => ({
      fromDay: `${month}-01`,
      blocksKw: fillBlocks(inOrder, at),
      // Zeros say that no power is agreed, of which nothing is missing.
      assumedBlocks: powers.flatMap((kw, place) => (kw === null && powers.some(Boolean) ? [place + 1] : [])),
    })),
  )
  return { changes, untilDay: lastDayOf(lastMonth) }
}

/** One entry for equal powers in a row. A block that any of them has read is not assumed. */
function joinEqual(inOrder: readonly PowersChange[]): PowersChange[] {
  const joined: PowersChange[] = []
  for (const { fromDay, blocksKw, assumedBlocks } of inOrder) {
    const last = joined.at(-1)
    if (last && isSame(last.blocksKw, blocksKw))
      last.assumedBlocks = last.assumedBlocks.filter((block) => assumedBlocks.includes(block))
    else joined.push({ fromDay, blocksKw, assumedBlocks })
  }
  return joined
}

/**
 * A month has four of the five blocks. The missing one is taken from the nearest month that has it, at most the next
 * block and at least the previous one, as the operator would require.
 */
function fillBlocks(months: readonly (readonly [string, MonthPowers])[], at: number): BlockPowers {
  const powers = months[at]![1]
  const filled = powers.map((kw, place) => kw ?? findNearest(months, at, place))
  for (let place = lastBlock - 1; place >= 0; place--) {
    const after = filled.slice(place + 1).find((kw) => kw !== null) ?? null
    if (powers[place] === null) filled[place] = lesser(filled[place]!, after)
  }
  for (let place = 0; place < lastBlock; place++) {
    const before = place > 0 ? filled[place - 1]! : null
    if (powers[place] === null) filled[place] = greater(filled[place]!, before)
  }
  return filled as BlockPowers
}

function findNearest(months: readonly (readonly [string, MonthPowers])[], at: number, place: number) {
  const before = months.slice(0, at).findLast(([, powers]) => powers[place] !== null)
  const after = months.slice(at).find(([, powers]) => powers[place] !== null)
  return (before ?? after)?.[1][place] ?? null
}

const lesser = (kw: number | null, limit: number | null) =>
  kw === null ? limit : limit === null ? kw : Math.min(kw, limit)
const greater = (kw: number | null, limit: number | null) =>
  kw === null ? limit : limit === null ? kw : Math.max(kw, limit)

/** Files of several years form one register: a later file replaces the months it covers, and the last powers stay in force. */
export function mergePowerLimits(
  known: readonly PowerLimit[] | null,
  { changes, untilDay }: CsvAgreedPowers,
): PowerLimit[] {
  const firstDay = changes[0]!.fromDay
  const others = (known ?? [])
    .filter(({ dateFrom }) => dateFrom < firstDay || dateFrom > untilDay)
    .map((limit) => ({
      fromDay: limit.dateFrom,
      blocksKw: blocksOf(limit),
      assumedBlocks: limit.assumedBlocks ?? [],
    }))
  const all = joinEqual([...others, ...changes].sort((a, b) => a.fromDay.localeCompare(b.fromDay)))
  return all.map(({ fromDay, blocksKw, assumedBlocks }, at) => {
    const [block1, block2, block3, block4, block5] = blocksKw
    const next = all[at + 1]
    return {
      ...{ block1, block2, block3, block4, block5 },
      connectionPower: null,
      dateFrom: fromDay,
      dateTo: next ? addDays(next.fromDay, -1) : openEnd,
      isValid: true,
      // The file does not say who set them; `buildConsumerInfo` takes the word of the point's owner.
      limitSetBy: 'operator' as const,
      minimumPower: null,
      enteredOn: null,
      ...(assumedBlocks.length > 0 && { assumedBlocks }),
    }
  })
}

const blocksOf = ({ block1, block2, block3, block4, block5 }: PowerLimit): BlockPowers => [
  ...([block1, block2, block3, block4, block5] as const),
]

const isSame = (a: BlockPowers, b: BlockPowers) => a.every((kw, at) => kw === b[at])

function parseKw(text: string): number | null {
  return /^\d{1,7}([.,]\d{1,12})?$/.test(text) ? Number(text.replace(',', '.')) : null
}

function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
