import type { Asking } from './get-group.ts'
import type { SettlementRow } from './statement-queries.ts'

/** Whether the newest statement of a member for a month would differ today. */
export type Outdated = (month: string, memberId: number) => boolean

export async function findOutdated(
  _asking: Asking,
  _groupId: number,
  _settlements: ReadonlyMap<string, SettlementRow>,
): Promise<Outdated> {
  return () => false
}
