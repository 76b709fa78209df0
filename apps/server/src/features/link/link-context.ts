import type { RefusalReason } from '@ohmstead/contract/controller-messages'
import type { Logger } from 'pino'
import type { Db } from '../../platform/db/db.ts'
import type { IncomingMessage, LinkTransport } from '../../platform/mqtt/link-transport.ts'
import type { Settings } from '../../settings.ts'
import type { EnergyFinisher } from '../telemetry/energy-finisher.ts'
import type { LatestNotices } from '../telemetry/latest-notices.ts'
import type { createControllerCache, KnownController } from './controller-cache.ts'
import type { WaitingRoom } from './waiting/waiting-room.ts'

/** What the parts of the link share within one process. */
export interface LinkContext {
  db: Db
  clock: { now(): number }
  log: Logger
  settings: Settings
  cache: ReturnType<typeof createControllerCache>
  /** Recomputes energy after late readings. */
  finisher: Pick<EnergyFinisher, 'wake'>
  /** Told of newer values once they are committed. */
  latest: Pick<LatestNotices, 'add'>
  transport(): LinkTransport
  refuse(serial: string, reason: RefusalReason, detail: string, count?: number): void
  /** A sign of life. */
  touch(controller: KnownController, message: IncomingMessage): void
  /** How far the clock that stamps its readings was ahead of the arrival of a live message (ms, negative if behind). */
  noteClock(controller: KnownController, measured: { offsetMs: number; arrivedAt: number }): void
  /** For readings of controllers that nobody has linked yet. */
  waitingRoom: WaitingRoom
  /** How long a commit of readings took. */
  noteCommit(seconds: number): void
  isClosing(): boolean
  /** Waits, or less if the link is being closed. */
  pause(milliseconds: number): Promise<void>
}
