/** Something to be sent, and on whose behalf. */
export interface Job {
  ownerId: number | null
  send(): Promise<void>
}

export interface Lanes {
  /** Sends all that is due now; resolves when nothing is left. */
  sendDue(): Promise<void>
  close(): Promise<void>
}

/** So many receivers are called at once: one that is slow keeps the others from nothing. */
const mostLanes = 8
/** And so many of one owner, whose receivers may all be slow. */
const mostOfOwner = 2

/**
 * Sends in several lanes what `takeNext` finds, which leaves out the owners who have enough in hand; null if nothing is due, and
 * `nothing` if what it found need not be sent.
 */
export function createLanes(
  takeNext: (except: readonly number[]) => Promise<Job | 'nothing' | null>,
  onError: (error: Error) => void,
): Lanes {
  let isClosing = false
  const lanes = new Set<Promise<void>>()
  const inHand = new Map<number, number>()
  let taking: Promise<unknown> = Promise.resolve()

  function open(): void {
    if (isClosing || lanes.size >= mostLanes) return
    const lane: Promise<void> = run()
      .catch(onError)
      .finally(() => lanes.delete(lane))
    lanes.add(lane)
  }
  /** One after the other: two at once would not know of what the other takes. */
  function take(): Promise<Job | 'nothing' | null> {
    const taken = taking.then(async () => {
      const job = await takeNext([...inHand].flatMap(([id, count]) => (count >= mostOfOwner ? [id] : [])))
      if (job !== null && job !== 'nothing') count(job, 1)
      return job
    })
    taking = taken.catch(() => {})
    return taken
  }
  function count({ ownerId }: Job, change: 1 | -1): void {
    if (ownerId === null) return
    const left = (inHand.get(ownerId) ?? 0) + change
    if (left > 0) inHand.set(ownerId, left)
    else inHand.delete(ownerId)
  }
  async function run(): Promise<void> {
    while (!isClosing) {
      const job = await take()
      if (job === null) return
      if (job === 'nothing') continue
      open()
      try {
        await job.send()
      } finally {
        count(job, -1)
      }
    }
  }
  const settle = async () => {
    while (lanes.size > 0) await Promise.all(lanes)
  }
  return {
    sendDue: () => {
      open()
      return settle()
    },
    close: () => {
      isClosing = true
      return settle()
    },
  }
}
