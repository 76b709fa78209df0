import type { LinkClient } from './link/link-client.ts'
import type { LinkStore } from './link/link-store.ts'
import { sendPast } from './link/send-past.ts'
import type { PlantConfig } from './plant/plant-config.ts'
import { calculateHistory, type PlantHistory, replayRegisters } from './plant/plant-history.ts'

/** Which past is to be sent, stored so that an interrupted run resumes where it stopped. */
export interface PastPlan {
  fromMs: number
  untilMs: number
  stepMs: number
  order: 'newest' | 'oldest'
  /** Days that are stored in the cloud. */
  done: number
}

/**
 * The plan of a store, created at its first start together with the state of the plant after it: live readings
 * continue from the end of the past, with the same registers.
 */
export function preparePast(
  store: LinkStore,
  config: PlantConfig,
  wanted: Omit<PastPlan, 'done'>,
): { plan: PastPlan; history: PlantHistory } {
  const known = store.readDocument<PastPlan>('past')
  const plan = known ?? { ...wanted, done: 0 }
  const history = calculateHistory(config, plan.fromMs, plan.untilMs)
  if (!known) {
    store.transaction(() => {
      store.writeDocument('past', plan)
      store.writeDocument('plant', history.end)
    })
  }
  return { plan, history }
}

/** Sends the rest of a past day by day; `isCancelled` is checked before each day. Returns whether all of it is stored. */
export async function replayPast(
  link: LinkClient,
  store: LinkStore,
  config: PlantConfig,
  { plan, history }: { plan: PastPlan; history: PlantHistory },
  watch: { onDay(): void; isCancelled(): boolean },
): Promise<boolean> {
  const { days } = history
  for (let done = plan.done; done < days.length; done++) {
    if (watch.isCancelled()) return false
    const index = plan.order === 'newest' ? days.length - 1 - done : done
    const untilMs = days[index + 1]?.state.ts ?? history.end.ts
    const samples = replayRegisters(config, days[index]!.state, untilMs, plan.stepMs)
    await sendPast(link, samples, plan.stepMs / 1000)
    store.writeDocument('past', { ...plan, done: done + 1 })
    watch.onDay()
  }
  return true
}
