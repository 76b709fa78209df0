import { startOfIntervalEnding } from './interval-start.ts'
import { parseMilliWh } from './parse-milli-wh.ts'
import type { QualityAnswer, ReadingsAnswer } from './portal-answers.ts'
import { classifyQuality, type QualityCatalogue, type ReadingState } from './reading-quality.ts'

/** Codes of the 15-minute energies that are read: import and export. */
export const importType = '32.0.2.4.1.2.12.0.0.0.0.0.0.0.0.3.72.0'
export const exportType = '32.0.2.4.19.2.12.0.0.0.0.0.0.0.0.3.72.0'

const noCodes: readonly string[] = []
const codeOf = (quality: QualityAnswer) =>
  typeof quality === 'string' ? quality : (quality.readingQualityType ?? '')

/** One quarter-hour of one direction. `milliWh` is null if the value is unreadable or missing. */
export interface QuarterHour {
  startMs: number
  milliWh: number | null
  state: ReadingState
}

export interface QuarterHours {
  imports: QuarterHour[]
  /** Empty if the point exports nothing. */
  exports: QuarterHour[]
  /** Unreadable values and instants. */
  unreadable: number
}

/** The quarter-hours of an answer, by their starts, in the original order: unsorted, duplicates and gaps included. */
export function parseQuarterHours(answer: ReadingsAnswer, catalogue: QualityCatalogue): QuarterHours {
  const result: QuarterHours = { imports: [], exports: [], unreadable: 0 }
  for (const { readingType, intervalReadings } of answer.intervalBlocks) {
    const into =
      readingType === importType ? result.imports : readingType === exportType ? result.exports : null
    if (into === null) continue
    for (const { timestamp, value, readingQualities } of intervalReadings) {
      const endMs = Date.parse(timestamp)
      // Without an offset an instant would be read by the clock of this machine.
      if (Number.isNaN(endMs) || !/(Z|[+-]\d\d:?\d\d)$/.test(timestamp.slice(-6))) {
        result.unreadable += 1
        continue
      }
      const codes = readingQualities?.length ? readingQualities.map(codeOf) : noCodes
      const state = value == null ? 'm' : classifyQuality(codes, catalogue)
      const milliWh = state === 'm' ? null : parseMilliWh(String(value))
      if (milliWh === null && state !== 'm') result.unreadable += 1
      into.push({ startMs: startOfIntervalEnding(endMs), milliWh, state: milliWh === null ? 'm' : state })
    }
  }
  return result
}
