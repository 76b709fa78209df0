import type { Queryable } from '../../platform/db/db.ts'
import type { SpotSource } from './sources/spot-source.ts'

export interface SpotMarket {
  /** In the order in which they are asked, and in which equally complete answers are used. */
  readonly sources: readonly SpotSource[]
  /** Looks after zones that are due; resolves when none is. */
  look(): Promise<void>
  /** Somebody looks at a zone: it is kept up to date from now on. */
  showInterest(region: string): Promise<void>
  /** Reads the days of a zone again as a job; its id. What `begin` writes is committed with it. */
  backFill(wanted: BackFill, begin: (tx: Queryable) => Promise<void>): Promise<number>
  close(): Promise<void>
}

export interface BackFill {
  region: string
  fromDay: string
  /** Inclusive. */
  toDay: string
  /** Who asked for it; null if the zone has come into use. */
  createdBy: number | null
}
