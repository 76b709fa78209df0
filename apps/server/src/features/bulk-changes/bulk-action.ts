import type { BulkWish } from '@ohmstead/contract/bulk-changes'
import type { Permission } from '@ohmstead/domain/access/permission'
import type { BulkReason } from '@ohmstead/domain/fleet/bulk-change'
import type { Queryable } from '../../platform/db/db.ts'
import type { AuditContext } from '../audit/record-audit.ts'

/** An item stays as it is, for a reason that a person can read. */
export class LeftAlone extends Error {
  readonly reason: BulkReason

  constructor(reason: BulkReason) {
    super(reason)
    this.name = 'LeftAlone'
    this.reason = reason
  }
}

/** One item whose turn it is. */
export interface Turn<Wish> {
  tx: Queryable
  wish: Wish
  companyId: number
  locationId: number
  deviceId: number | null
  audit: AuditContext
}

/** All items whose turn it is. */
export interface AllTurns<Wish> extends Omit<Turn<Wish>, 'locationId' | 'deviceId'> {
  changeId: number
  locationGroupId: number | null
  locationIds: readonly number[]
}

export interface Outcome {
  /** Kept for taking it back. */
  facts: object
  /** It is done only when the controller says so. */
  commandId?: string
}

export interface ListedItem {
  locationId: number
  deviceId: number | null
}

/** What an action does with one location after the other. */
export interface ActionOf<Wish extends BulkWish = BulkWish> {
  /** What the person needs for each location; `group.edit` is about its company. */
  permission: Permission
  /** Throws `not_found` for a wish that names what is not the company's. */
  check(db: Queryable, companyId: number, wish: Wish): Promise<void>
  /** What is changed at the locations; by default each location once. */
  list?(db: Queryable, wish: Wish, locationIds: readonly number[]): Promise<ListedItem[]>
  /** Why items would stay as they are, in their order; null for those that would not. */
  foresee(db: Queryable, wish: Wish, items: readonly ListedItem[]): Promise<(BulkReason | null)[]>
  /** Changes all at once; each item that it returns nothing of is left as it is for the reason that is foreseen. */
  performAll?(all: AllTurns<Wish>): Promise<ReadonlySet<number>>
  perform(turn: Turn<Wish>): Promise<Outcome>
  /** Takes back what `facts` says of it, unless somebody has changed the same since. */
  undo(turn: Turn<Wish>, facts: Record<string, unknown>): Promise<Outcome>
}
