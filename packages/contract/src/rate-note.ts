import { z } from 'zod'

/** Something to know of a rate or a source: a text's key, and beside it the values of that text. */
export const rateNote = z.object({ key: z.string() }).catchall(z.union([z.string(), z.number()]))
rateNote.register(z.globalRegistry, { id: 'RateNote' })
