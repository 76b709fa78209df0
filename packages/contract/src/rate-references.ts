import { sourceKinds } from '@ohmstead/domain/rates/source-kinds'
import { z } from 'zod'
import { confidence, factor, lineCategory } from './fee-months.ts'
import { rateNote } from './rate-note.ts'

/** One number of a rate as used in the lines; without a category it applies to every line. */
const figure = z.object({
  name: factor.shape.name,
  category: lineCategory.nullable(),
  value: z.number(),
  unit: factor.shape.unit,
})
figure.register(z.globalRegistry, { id: 'RateFigure' })

/** A dated rate: its numbers, when it applies, what sets it, how certain it is. */
export const rate = z.object({
  from: z.string(),
  to: z.string().nullable(),
  confidence,
  figures: z.array(figure),
  /** The acts that set it, if known, named in their own language. */
  acts: z.array(z.object({ title: z.string(), gazette: z.string(), url: z.string().nullable() })),
  /** Keys of `sources`. */
  sources: z.array(z.string()),
  notes: z.array(rateNote),
})
rate.register(z.globalRegistry, { id: 'Rate' })

/** What a rate was taken from, named in its own language. */
export const rateSource = z.object({
  kind: z.enum(sourceKinds).nullable(),
  title: z.string(),
  /** Files and version, or the page. */
  place: z.string().nullable(),
  url: z.string().nullable(),
  /** A year, a month or a day: `2025`, `2025-02`, `2025-02-15`. */
  published: z.string().nullable(),
  notes: z.array(rateNote),
})
rateSource.register(z.globalRegistry, { id: 'RateSource' })
