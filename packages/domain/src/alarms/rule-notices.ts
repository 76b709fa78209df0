/** An alarm from begin to end, epoch ms; `to` is null while it goes on. */
export interface AlarmSpan {
  from: number
  to: number | null
  timeZone: string
}

export interface QuietHours {
  /** Minutes after local midnight; an end before the begin is of the next day. */
  from: number
  until: number
}

interface NoticeTerms {
  isTogether: boolean
  sendsRecovery: boolean
  quiet: QuietHours | null
}

/** Alarms of several places that overlap are one, from the first begin to the last end. */
export function joinSpans(spans: readonly AlarmSpan[]): AlarmSpan[] {
  const joined: AlarmSpan[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (!last || (last.to !== null && last.to < span.from)) joined.push({ ...span })
    else last.to = last.to === null || span.to === null ? null : Math.max(last.to, span.to)
  }
  return joined
}

/** How many messages alarms are, and how many of them fall into quiet hours. */
export function countNotices(
  spans: readonly AlarmSpan[],
  { isTogether, sendsRecovery, quiet }: NoticeTerms,
): { notices: number; quiet: number } {
  const told = isTogether ? joinSpans(spans) : spans
  const sent = told.flatMap(({ from, to, timeZone }) => {
    const ends = sendsRecovery && to !== null ? [to] : []
    return [from, ...ends].map((at) => ({ at, timeZone }))
  })
  const held = quiet === null ? [] : sent.filter(({ at, timeZone }) => isQuiet(quiet, at, timeZone))
  return { notices: sent.length, quiet: held.length }
}

export function isQuiet({ from, until }: QuietHours, at: number, timeZone: string): boolean {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
  const now = hour * 60 + minute
  return from <= until ? now >= from && now < until : now >= from || now < until
}
