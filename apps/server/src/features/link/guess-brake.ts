import { createTurnQueue, type TurnQueue } from './readings/turn-queue.ts'
import { hashSecret } from './secret-hash.ts'

/** Failures of one address or for one serial within this time count together. */
const windowMs = 600_000
/** This many are a mistake; each further one waits longer for its answer. */
const freeFailures = 5
const [firstWaitMs, longestWaitMs] = [250, 5000]
/** An address with this many has its checks spaced out, one of each serial in turn. */
const hotFailures = 20
const checkEveryMs = 50
const mostWaiting = 150
/** A repeated wrong secret needs no database query. */
const rememberedMs = 60_000
const mostRemembered = 10_000

/** The outcome of a guess; `reason` is for its controller, if there is one. */
export interface Judged {
  isRight: boolean
  reason: string | null
}

interface Guess {
  address: string
  serial: string
  secret: string
}

/**
 * Guards the check of secrets that arrive over a connection. Wrong ones wait for their answer and, at an address
 * that sends many, for their check; a right one is checked at once, whatever its address sends and whatever is tried
 * with its serial. An unknown serial is treated like a wrong secret in every respect, so that nobody learns
 * which ones exist.
 */
export function createGuessBrake({
  clock,
  looksRight,
  pause,
}: {
  clock: { now(): number }
  /** Without querying the database each time; if it is not up to date, a right secret waits like a wrong one. */
  looksRight: (serial: string, secret: string) => Promise<boolean>
  /** Waits, or less if the link is being closed. */
  pause: (milliseconds: number) => Promise<void>
}) {
  const failures = new Map<string, { count: number; since: number }>()
  const wrong = new Map<string, { judged: Judged; at: number }>()
  const lines = new Map<string, TurnQueue<() => void>>()

  const countOf = (key: string) => {
    const known = failures.get(key)
    return known && clock.now() - known.since < windowMs ? known.count : 0
  }
  function noteFailure(key: string): void {
    const count = countOf(key) + 1
    const since = count === 1 ? clock.now() : failures.get(key)!.since
    remember(failures, key, { count, since })
  }

  /** The result of `verify`; a failure only after a wait. Rejects as `verify` does. */
  async function check(guess: Guess, verify: () => Promise<Judged>): Promise<Judged> {
    const { address, serial, secret } = guess
    const id = `${serial} ${hashSecret(secret).toString('base64')}`
    const remembered = wrong.get(id)
    const isRemembered = remembered !== undefined && clock.now() - remembered.at < rememberedMs
    const isHot = !isRemembered && countOf(`address ${address}`) >= hotFailures
    if (isHot && !(await looksRight(serial, secret))) await takeTurn(address, serial)
    const judged = isRemembered ? remembered.judged : await verify()
    if (judged.isRight) return judged
    if (!isRemembered) remember(wrong, id, { judged, at: clock.now() })
    await waitAfter([`address ${address}`, `serial ${serial}`])
    return judged
  }

  async function waitAfter(keys: string[]): Promise<void> {
    keys.forEach(noteFailure)
    const count = Math.max(...keys.map(countOf)) - freeFailures
    if (count > 0) await pause(Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(count - 1, 10)))
  }

  function takeTurn(address: string, serial: string): Promise<void> {
    const line = lines.get(address)
    if (line && line.size() >= mostWaiting) throw new Error('too many wait to be let in from one address')
    return new Promise((resolve) => {
      const own = line ?? createTurnQueue<() => void>(() => 0)
      own.add(serial, resolve)
      if (line) return
      lines.set(address, own)
      void letPass(address, own)
    })
  }

  async function letPass(address: string, line: TurnQueue<() => void>): Promise<void> {
    for (let [next] = line.take(one); next; [next] = line.take(one)) {
      next()
      await pause(checkEveryMs)
    }
    lines.delete(address)
  }

  return {
    check,
    /** The controller has new credentials. */
    forget(serial: string): void {
      for (const id of wrong.keys()) if (id.startsWith(`${serial} `)) wrong.delete(id)
    },
  }
}

const one = { items: 1, bytes: 1 }

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > mostRemembered) map.delete(map.keys().next().value!)
}
