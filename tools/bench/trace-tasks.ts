import type { Page } from 'playwright'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Processor time, microseconds. */
  tdur?: number
  args: { name?: string }
}

/** Processor time of each task of the page's main thread while something happens, ms, independent of other work on the machine. */
export async function traceTasks(page: Page, happen: () => Promise<unknown>): Promise<number[]> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const categories = 'toplevel'
  await session.send('Tracing.start', { categories, transferMode: 'ReportEvents' })
  await happen()
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const mains = events.filter(
    ({ name, ph, args }) => ph === 'M' && name === 'thread_name' && args.name === 'CrRendererMain',
  )
  const byMain = mains.map((main) =>
    events.flatMap(({ name, pid, tid, tdur }) =>
      name.endsWith('RunTask') && pid === main.pid && tid === main.tid && tdur !== undefined
        ? [tdur / 1000]
        : [],
    ),
  )
  // A browser may keep a spare renderer, which does nothing.
  const [tasks] = byMain.sort((one, other) => other.length - one.length)
  if (!tasks?.length) throw new Error('the trace has no tasks of a main thread')
  return tasks
}

/** Times between frames while something happens, ms on the clock. */
export async function countFrames(page: Page, happen: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(`{
    const frames = []
    let last = performance.now()
    window.benchFrames = { isOpen: true, frames }
    const step = (now) => {
      frames.push(now - last)
      last = now
      if (window.benchFrames.isOpen) requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  }`)
  await happen()
  await page.evaluate('window.benchFrames.isOpen = false')
  const frames = (await page.evaluate('window.benchFrames.frames')) as number[]
  return frames.slice(1)
}
