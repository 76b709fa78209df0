/**
 * Minimum and maximum of ever larger blocks of a series. Level k has one entry for 4^(k+1) values.
 * NaN is a gap: it is ignored, and a block of only gaps stays NaN.
 */
export interface MinMaxPyramid {
  values: Float64Array
  /** Built on first use: a static picture reads the values themselves. */
  levels: PyramidLevel[] | null
}

interface PyramidLevel {
  min: Float64Array
  max: Float64Array
}

const factor = 4

export function createPyramid(values: Float64Array): MinMaxPyramid {
  return { values, levels: null }
}

/** Builds all levels in one pass over the values and a third of a pass over the rest; once. */
export function ensureLevels(pyramid: MinMaxPyramid): PyramidLevel[] {
  pyramid.levels ??= buildLevels(pyramid.values)
  return pyramid.levels
}

function buildLevels(values: Float64Array): PyramidLevel[] {
  const levels: PyramidLevel[] = []
  let lowerMin = values
  let lowerMax = values
  while (lowerMin.length > factor) {
    const length = Math.ceil(lowerMin.length / factor)
    const min = new Float64Array(length)
    const max = new Float64Array(length)
    for (let block = 0; block < length; block++) {
      let low = Number.POSITIVE_INFINITY
      let high = Number.NEGATIVE_INFINITY
      const end = Math.min((block + 1) * factor, lowerMin.length)
      // Comparisons with NaN are false, so gaps fall through.
      for (let i = block * factor; i < end; i++) {
        const a = lowerMin[i]!
        const b = lowerMax[i]!
        if (a < low) low = a
        if (b > high) high = b
      }
      const isGap = low === Number.POSITIVE_INFINITY
      min[block] = isGap ? Number.NaN : low
      max[block] = isGap ? Number.NaN : high
    }
    levels.push({ min, max })
    lowerMin = min
    lowerMax = max
  }
  return levels
}

/**
 * Writes the extent of `columns` equal parts of the values [from, to) into `outMin` and `outMax`. `exact` reads
 * every value; otherwise whole blocks are taken, so a column may include its neighbours' values,
 * which is not noticeable in a moving picture.
 */
export function writeColumnExtents(
  pyramid: MinMaxPyramid,
  from: number,
  to: number,
  columns: number,
  outMin: Float64Array,
  outMax: Float64Array,
  exact: boolean,
): void {
  const perColumn = (to - from) / columns
  const levels = exact || perColumn < factor * 2 ? [] : ensureLevels(pyramid)
  let level = -1
  let size = 1
  if (!exact) {
    while (level + 1 < levels.length && size * factor * 2 <= perColumn) {
      level++
      size *= factor
    }
  }
  const min = level < 0 ? pyramid.values : levels[level]!.min
  const max = level < 0 ? pyramid.values : levels[level]!.max
  const count = pyramid.values.length
  for (let column = 0; column < columns; column++) {
    const first = Math.max(0, Math.floor(from + column * perColumn))
    const end = Math.min(count, Math.max(first + 1, Math.floor(from + (column + 1) * perColumn)))
    let low = Number.POSITIVE_INFINITY
    let high = Number.NEGATIVE_INFINITY
    const lastBlock = Math.ceil(end / size)
    for (let block = Math.floor(first / size); block < lastBlock; block++) {
      const a = min[block]!
      const b = max[block]!
      if (a < low) low = a
      if (b > high) high = b
    }
    const isGap = low === Number.POSITIVE_INFINITY
    outMin[column] = isGap ? Number.NaN : low
    outMax[column] = isGap ? Number.NaN : high
  }
}

/** The exact extent of the values [from, to); null if all of them are gaps. */
export function findExtent(
  pyramid: MinMaxPyramid,
  from: number,
  to: number,
): { min: number; max: number } | null {
  // Without levels every value is read, which for one picture is faster than building them.
  const levels = pyramid.levels ?? []
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  let i = Math.max(0, from)
  const end = Math.min(pyramid.values.length, to)
  while (i < end) {
    let level = -1
    let size = 1
    while (level + 1 < levels.length && i % (size * factor) === 0 && i + size * factor <= end) {
      level++
      size *= factor
    }
    const block = i / size
    const a = level < 0 ? pyramid.values[i]! : levels[level]!.min[block]!
    const b = level < 0 ? pyramid.values[i]! : levels[level]!.max[block]!
    if (a < low) low = a
    if (b > high) high = b
    i += size
  }
  return low === Number.POSITIVE_INFINITY ? null : { min: low, max: high }
}
