import type { Page } from 'playwright'

interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  /** Processor time, microseconds. */
  tdur?: number
  args: { data?: { type?: string } }
}

/** Processor time of the page's main thread between one pointer move and the next, ms, independent of other work on the machine. */
export async function traceMainThread(page: Page, move: () => Promise<unknown>): Promise<number[]> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const categories = 'devtools.timeline,disabled-by-default-devtools.timeline'
  await session.send('Tracing.start', { categories, transferMode: 'ReportEvents' })
  await move()
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  const moves = events.filter(
    ({ name, args }) => name === 'EventDispatch' && args.data?.type === 'pointermove',
  )
  const main = moves[0]
  if (!main) throw new Error('the trace has no pointer moves')
  const tasks = events
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === main.pid && tid === main.tid)
    .sort((a, b) => a.ts - b.ts)
  // A task belongs to the frame in which it began; the task with the move is the frame's first.
  const starts = moves.map(({ ts }) => tasks.findLast((task) => task.ts <= ts)?.ts ?? ts)
  return starts
    .slice(0, -1)
    .map((from, at) =>
      tasks
        .filter(({ ts }) => ts >= from && ts < starts[at + 1]!)
        .reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0),
    )
}
