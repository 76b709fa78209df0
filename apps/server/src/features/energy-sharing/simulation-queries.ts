import type { SimulationResultView } from '@ohmstead/contract/energy-sharing-results'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { SettlementFingerprint } from './statement-queries.ts'

export interface SimulationRow {
  id: number
  from_month: string
  to_month: string
  job_id: number | null
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  error: string | null
  done: number
  total: number
  fingerprint: SettlementFingerprint | null
  member_names: Record<string, string>
  created_at: number
  result?: SimulationResultView | null
}

// A deleted job had ended; without a result it was not completed.
const columns = sql`s.id, s.from_month, s.to_month, s.job_id,
  coalesce(j.state, case when s.result is not null then 'done' else 'failed' end) as state, j.error,
  coalesce(j.done, 0) as done, coalesce(j.total, 0) as total, s.fingerprint, s.member_names, s.created_at`

export function findSimulations(db: Queryable, groupId: number): Promise<SimulationRow[]> {
  return db.rows<SimulationRow>(sql`
    select ${columns} from sharing_simulation s left join job j on j.id = s.job_id
    where s.group_id = ${groupId} order by s.id desc limit 50`)
}

export function findSimulation(
  db: Queryable,
  { groupId, simulationId }: { groupId: number; simulationId: number },
): Promise<SimulationRow | undefined> {
  return db.row<SimulationRow>(sql`
    select ${columns}, s.result from sharing_simulation s left join job j on j.id = s.job_id
    where s.id = ${simulationId} and s.group_id = ${groupId}`)
}
