import type { PlatformDeps } from '../platform-deps.ts'

/** Work that stands in the database and outlives its process: whoever is at a piece leases it, and goes on leasing it. */
interface Source<Piece extends { id: number }> {
  /** Of the log. */
  name: string
  /** Leases what no living process is at, oldest first; `own` are the pieces of this process. */
  take(own: readonly number[], lease: { now: number; leasedUntil: number }): Promise<readonly Piece[]>
  extend(own: readonly number[], leasedUntil: number): Promise<void>
  /** Begins with a piece; what comes back ends with it, and never rejects. */
  start(piece: Piece): Promise<{ finished: Promise<void> }>
}

export interface LeasedWork {
  /** Begins with what is due; resolves when it has. Never rejects: it is looked again soon. */
  begin(): Promise<void>
  /** Resolves when this process is at no piece. */
  settled(): Promise<void>
  /** Asks all pieces to stop, by `closing`, and waits for them. */
  close(): Promise<void>
}

const lookEveryMs = 15_000
/** After that another process goes on with what a dead one was at. */
const leaseMs = 60_000
const retryMinutes = [1, 5, 15, 30, 60]

/** When to try again after so many failures before this one, epoch ms. */
export function retryAt(failures: number, now: number): number {
  return now + retryMinutes[Math.min(failures, retryMinutes.length - 1)]! * 60_000
}

/** Looks for due pieces at once, and from then on. */
export function startLeasedWork<Piece extends { id: number }>(
  { clock, log }: Pick<PlatformDeps, 'clock' | 'log'>,
  { name, take, extend, start }: Source<Piece>,
  closing: AbortController,
): LeasedWork {
  /** What this process is at, by the id of the piece. */
  const own = new Map<number, Promise<void>>()

  async function takeDue(): Promise<void> {
    const now = clock.now()
    for (const piece of await take([...own.keys()], { now, leasedUntil: now + leaseMs })) {
      const { finished } = await start(piece)
      const ended = finished.then(() => void own.delete(piece.id))
      own.set(piece.id, ended)
    }
  }

  let looking: Promise<void> = Promise.resolve()

  function begin(): Promise<void> {
    looking = looking.then(async () => {
      if (closing.signal.aborted) return
      await takeDue().catch((error) => log.error({ err: error }, `${name} could not be begun`))
    })
    return looking
  }

  const look = async () => {
    await extend([...own.keys()], clock.now() + leaseMs).catch((error) =>
      log.warn({ err: error }, 'leases not extended'),
    )
    await begin()
  }
  const settled = async () => {
    await looking
    await Promise.all(own.values())
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()
  void begin()
  return {
    begin,
    settled,
    close: async () => {
      clearInterval(timer)
      closing.abort()
      await settled()
    },
  }
}
