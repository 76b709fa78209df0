import { z } from 'zod'

/** What a device says about an action, whatever it left out. */
export interface Feedback {
  execution: 'at_work' | 'closed' | 'canceled' | 'rejected'
  isSuccess: boolean
  percent: number | null
  /** The last thing it says. */
  detail: string | null
}

const longestDetail = 500
const count = z.coerce.number().min(0).max(1e9)
// SWUpdate sends `id` as a number and a time of its own, others text; neither is needed beside the address.
const feedback = z.object({
  status: z.object({
    execution: z.string().max(40),
    result: z
      .object({
        finished: z.string().max(40).optional(),
        progress: z.union([z.object({ of: count, cnt: count }).partial(), count]).nullish(),
      })
      .nullish(),
    details: z.union([z.array(z.string()), z.string()]).nullish(),
  }),
})

/** Null for what is no feedback. */
export function readFeedback(body: Buffer): Feedback | null {
  let given: unknown
  try {
    given = JSON.parse(body.toString())
  } catch {
    return null
  }
  const parsed = feedback.safeParse(given)
  if (!parsed.success) return null
  const { execution, result, details } = parsed.data.status
  const ended = (['closed', 'canceled', 'rejected'] as const).find((word) => word === execution)
  return {
    execution: ended ?? 'at_work',
    isSuccess: execution === 'closed' && result?.finished === 'success',
    percent: readPercent(result?.progress),
    detail: readDetail(details),
  }
}

function readPercent(progress: { of?: number; cnt?: number } | number | null | undefined): number | null {
  if (typeof progress === 'number') return progress <= 100 ? Math.round(progress) : null
  const { of, cnt } = progress ?? {}
  return of && cnt !== undefined && cnt <= of ? Math.round((cnt * 100) / of) : null
}

/** The last line that says something, without what a terminal would run. */
function readDetail(details: string[] | string | null | undefined): string | null {
  const last = [details ?? []].flat().findLast((line) => line.trim() !== '')
  if (last === undefined) return null
  return last
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longestDetail)
    .toWellFormed()
}
