import { z } from 'zod'

/** A note on a rate or a source: the key of its text, and the values of that text. */
export const rateNote = z.object({ key: z.string() }).catchall(z.union([z.string(), z.number()]))
rateNote.register(z.globalRegistry, { id: 'RateNote' })
