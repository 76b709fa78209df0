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
  /** By month. */
  fingerprint: Record<string, SettlementFingerprint> | null
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

export async function hasRunningSimulation(db: Queryable, groupId: number): Promise<boolean> {
  const row = await db.row(sql`
    select 1 from sharing_simulation s join job j on j.id = s.job_id
    where s.group_id = ${groupId} and j.state in ('queued', 'running') limit 1`)
  return row !== undefined
}

/** Each group keeps its newest simulations. */
export function deleteOldSimulations(tx: Queryable, groupId: number, keep: number): Promise<number> {
  return tx.run(sql`
    delete from sharing_simulation where group_id = ${groupId} and id not in (
      select id from sharing_simulation where group_id = ${groupId} order by id desc limit ${keep})`)
}

export async function insertSimulation(
  tx: Queryable,
  simulation: {
    groupId: number
    from: string
    to: string
    key: unknown
    withAdvice: boolean
    jobId: number
    names: Record<string, string>
    createdBy: number
    now: number
  },
): Promise<number> {
  const { key, withAdvice } = simulation
  const row = await tx.row<{ id: number }>(sql`
    insert into sharing_simulation (group_id, from_month, to_month, question, job_id, member_names, created_by, created_at)
    values (${simulation.groupId}, ${simulation.from}, ${simulation.to}, ${JSON.stringify({ key, withAdvice })}::jsonb,
      ${simulation.jobId}, ${JSON.stringify(simulation.names)}::jsonb, ${simulation.createdBy},
      ${new Date(simulation.now)})
    returning id`)
  return row!.id
}

export function finishSimulation(
  db: Queryable,
  id: number,
  result: SimulationResultView,
  fingerprint: Record<string, SettlementFingerprint>,
): Promise<number> {
  return db.run(sql`
    update sharing_simulation set result = ${JSON.stringify(result)}::jsonb,
      fingerprint = ${JSON.stringify(fingerprint)}::jsonb
    where id = ${id}`)
}
