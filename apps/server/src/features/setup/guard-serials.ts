import type { Actor } from '@ohmstead/domain/access/permission'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { networkOf } from '../../platform/network-of.ts'
import { forgiveAttempt, takeAttempt } from '../../platform/throttle.ts'

// Who guesses serials would find controllers that wait for their owners. A serial that was right is not counted.
const perPerson = { attempts: 10, windowSeconds: 3600, firstWaitSeconds: 3600, longestWaitSeconds: 3600 }
const perNetwork = { ...perPerson, attempts: 50 }
/** Longer than any of the queries takes, so that the duration of an answer says nothing. */
const leastMs = 200

interface Asker {
  deps: Pick<Deps, 'db' | 'clock'>
  actor: Actor
  request: { ip: string }
}

/** What tells a guesser that a serial was wrong, or somebody else's. */
const wrongGuesses = new Set<string>(['serial_not_found', 'controller_already_linked'])

/**
 * Answers a question about a serial: a limited number of times, and never sooner than after a fixed time. Whatever is no
 * wrong guess does not count; `isWrong` tells it of an answer.
 */
export async function guardSerial<Answer>(
  { deps, actor, request }: Asker,
  ask: () => Promise<Answer>,
  isWrong: (answer: Answer) => boolean = () => false,
): Promise<Answer> {
  const { db, clock } = deps
  const person = `setup person ${actor.impersonatorId ?? actor.userId}`
  const network = `setup network ${networkOf(request.ip)}`
  // The person first: once they are blocked, they use up nothing of their neighbours.
  await takeAttempt(db, person, perPerson, clock.now())
  await takeAttempt(db, network, perNetwork, clock.now())
  const forgive = async () => {
    await forgiveAttempt(db, person, false)
    await forgiveAttempt(db, network, false)
  }
  const pause = new Promise((resolve) => setTimeout(resolve, leastMs))
  try {
    const answer = await ask()
    if (!isWrong(answer)) await forgive()
    return answer
  } catch (error) {
    if (!(error instanceof AppError) || !wrongGuesses.has(error.code)) await forgive()
    throw error
  } finally {
    await pause
  }
}
