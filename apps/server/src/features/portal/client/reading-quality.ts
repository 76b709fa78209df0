import { z } from 'zod'

/** `.` measured, `e` estimated or replaced, `m` missing (the portal sends 0 and the value later). */
export type ReadingState = '.' | 'e' | 'm'

/** Descriptions of the portal's codes, read at run time: the list is not published. */
export type QualityCatalogue = ReadonlyMap<string, string>

export const qualityCatalogueAnswer = z
  .array(z.object({ readingQualityType: z.string(), description: z.string().nullish() }))
  .transform(
    (entries): QualityCatalogue =>
      new Map(entries.map((entry) => [entry.readingQualityType, entry.description ?? ''])),
  )

/**
 * The quality by a reading's codes (IEC 61968-9: source, category, detail). No code is a valid reading. 1.5.* was not
 * received from the meter; 3.* comes from the operator's estimation; 1.8.0 and 1.2.32 occur with ordinary old readings.
 */
export function classifyQuality(codes: readonly string[], catalogue: QualityCatalogue): ReadingState {
  let state: ReadingState = '.'
  for (const code of codes) {
    const said = classifyCode(code.trim(), catalogue)
    if (said === 'm') return 'm'
    if (said === 'e') state = 'e'
  }
  return state
}

function classifyCode(code: string, catalogue: QualityCatalogue): ReadingState {
  if (/^1\.5(\.|$)/.test(code)) return 'm'
  if (/^3(\.|$)/.test(code)) return 'e'
  if (code === '' || /^1\.(8\.0|2\.32|0\.)/.test(code)) return '.'
  const description = catalogue.get(code) ?? ''
  if (/manjka|ni prejet|missing/i.test(description)) return 'm'
  return /ocen|nadome|interpol|estimat|replac|edited/i.test(description) ? 'e' : '.'
}
