import type { StatusMessage } from '@ohmstead/contract/controller-messages'
import { learnPeriodSeconds } from '@ohmstead/domain/alarms/alarm-rules'
import { type ClockVerdict, noteClockOffset } from '@ohmstead/domain/telemetry/clock-watch'
import type { IncomingMessage } from '../../platform/mqtt/link-transport.ts'
import { createConnectionWriter } from './connection-writer.ts'
import { findBoot, type SignOfLife, saveControllerPaces, saveDevicePaces } from './connectivity-queries.ts'
import type { KnownController } from './controller-cache.ts'
import type { LinkContext } from './link-context.ts'

const seenEveryMs = 10_000
const pacesEveryMs = 30_000
// A thousand controllers may be due at the same moment: their messages then wait for no more than one piece of it.
const mostAtOnce = 200

/**
 * Who is connected, by the latest of will, `status` and readings. Signs of life are collected and written together;
 * a change of `online` is written at once.
 */
export function createConnectivity(
  context: Pick<LinkContext, 'cache' | 'clock' | 'db' | 'log' | 'transport'>,
  on: { online(controller: KnownController): void; plan(serial: string): Promise<void> },
) {
  const seen = new Map<number, Omit<SignOfLife, 'clock'>>()
  const judged = new Map<number, ClockVerdict>()
  const writtenAt = new Map<number, number>()
  const wentAt = new Map<number, number>()
  let pacesWrittenAt = 0

  const write = createConnectionWriter(context.db)

  async function setOnline(
    controller: KnownController,
    at: number,
    boot?: string | null,
  ): Promise<{ hasPlan: boolean }> {
    const wasOnline = controller.isOnline
    controller.isOnline = true
    const { id, locationId } = controller
    const change = { id, locationId, at, isOnline: true }
    const written = await write(boot === undefined ? change : { ...change, boot })
    if (!wasOnline) on.online(controller)
    return written
  }

  async function setOffline(controller: KnownController, at: number, isSessionEnd = false): Promise<void> {
    const { id, locationId } = controller
    controller.isOnline = false
    wentAt.set(id, at)
    await write({ id, locationId, at, isOnline: false, isSessionEnd })
    // It may have been read again meanwhile, as it was before; its next readings bring it back.
    const current = context.cache.peek(controller.serial)
    if (current) current.isOnline = false
  }

  return {
    /** Readings arrived: the controller is alive. */
    touch(controller: KnownController, message: IncomingMessage): void {
      const { arrivedAt } = message
      if (message.isRetained) return
      if (controller.lastArrivalAt !== null) {
        const seconds = (arrivedAt - controller.lastArrivalAt) / 1000
        if (seconds > 0 && seconds <= 3600)
          controller.periodSeconds = learnPeriodSeconds(controller.periodSeconds, seconds)
      }
      controller.lastArrivalAt = arrivedAt
      seen.set(controller.id, { id: controller.id, at: arrivedAt, periodSeconds: controller.periodSeconds })
      // What had to wait may have arrived before its sender went.
      if (!controller.isOnline && arrivedAt > (wentAt.get(controller.id) ?? 0)) {
        setOnline(controller, arrivedAt).catch((error) => {
          controller.isOnline = false
          context.log.warn({ err: error, serial: controller.serial }, 'online could not be written')
        })
      }
    },

    /** A live message contained its own time: the result is written with the next sign of life. */
    noteClock(controller: KnownController, measured: { offsetMs: number; arrivedAt: number }): void {
      const { verdict } = controller.clock
      controller.clock = noteClockOffset(controller.clock, measured)
      const next = controller.clock.verdict
      if (next !== null && next !== verdict) judged.set(controller.id, next)
    },

    async handleStatus(
      controller: KnownController,
      status: StatusMessage,
      message: IncomingMessage,
    ): Promise<void> {
      if (status.online) {
        seen.set(controller.id, {
          id: controller.id,
          at: message.arrivedAt,
          periodSeconds: controller.periodSeconds,
        })
        const { hasPlan } = await setOnline(controller, message.arrivedAt, status.boot)
        // What a broker has retained says nothing new, and after a start there is one of every controller.
        if (hasPlan && !message.isRetained) await on.plan(controller.serial)
        return
      }
      const current = await findBoot(context.db, controller.id)
      if (status.boot !== null && current !== null && status.boot !== current) return
      // The will of an older session is ignored while a newer one lives.
      if (message.isWill && context.transport().isConnected(controller.serial) === true) return
      await setOffline(controller, message.arrivedAt)
    },

    /** Its last session ended without a will. */
    async handleSessionEnd(controller: KnownController): Promise<void> {
      if (context.transport().isConnected(controller.serial) !== true)
        await setOffline(controller, context.clock.now(), true)
    },

    /** Writes what was collected: all of it, or only what is due; for the latter called about once a second. */
    async flush(isEverything: boolean): Promise<void> {
      const now = context.clock.now()
      const due = [...seen.keys()].filter(
        (id) => isEverything || now - (writtenAt.get(id) ?? 0) >= seenEveryMs,
      )
      await inPieces(due, async (ids) => {
        const signs: SignOfLife[] = []
        for (const id of ids) {
          const sign = seen.get(id)
          if (!sign) continue
          signs.push({ ...sign, clock: judged.get(id) ?? null })
          seen.delete(id)
          judged.delete(id)
          writtenAt.set(id, now)
        }
        if (signs.length > 0) await saveControllerPaces(context.db, signs)
      })
      if (!isEverything && now - pacesWrittenAt < pacesEveryMs) return
      pacesWrittenAt = now
      const paces = context.cache
        .all()
        .flatMap((controller) => [...controller.paces.values()].filter((pace) => pace.isDirty))
      await inPieces(paces, async (piece) => {
        for (const pace of piece) pace.isDirty = false
        await saveDevicePaces(context.db, piece)
      })
    },
  }
}

async function inPieces<Item>(
  items: readonly Item[],
  write: (piece: readonly Item[]) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += mostAtOnce)
    await write(items.slice(start, start + mostAtOnce))
}
