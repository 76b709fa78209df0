import { sharingSettlementEndpoints } from '@ohmstead/contract/energy-sharing-settlement'
import { AppError } from '../../platform/app-error.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf } from '../audit/record-audit.ts'
import { localDay } from '../portal/client/portal-dates.ts'
import { getOrganisedGroup } from './get-group.ts'
import { getIntervals } from './get-intervals.ts'
import { findOutdatedSimulations } from './simulated-members.ts'
import { findSimulation, findSimulations, type SimulationRow } from './simulation-queries.ts'
import { startSettlement } from './start-settlement.ts'
import { startSimulation } from './start-simulation.ts'
import { getStatement, viewStatements } from './statement-view.ts'

export const sharingResultRoutes: Route[] = [
  route(sharingSettlementEndpoints.simulate, async (context) => {
    const { db, deps, actor, params, body } = context
    const { id: groupId } = await getOrganisedGroup(context, params.sharingGroupId)
    const by = { ...auditContextOf(context), actor }
    const simulationId = await startSimulation(deps, by, { groupId, ...body })
    const row = await findSimulation(db, { groupId, simulationId })
    if (!row) throw new AppError('not_found')
    return { simulation: toSimulationView(row, false) }
  }),

  route(sharingSettlementEndpoints.simulations, async (context) => {
    const group = await getOrganisedGroup(context, context.params.sharingGroupId)
    const rows = await findSimulations(context.db, group.id)
    const today = localDay(context.deps.clock.now())
    const isOutdated = await findOutdatedSimulations(context.db, group.id, rows, today)
    return { simulations: rows.map((row) => toSimulationView(row, isOutdated(row))) }
  }),

  route(sharingSettlementEndpoints.simulation, async (context) => {
    const { db, params } = context
    const group = await getOrganisedGroup(context, params.sharingGroupId)
    const row = await findSimulation(db, { groupId: group.id, simulationId: params.simulationId })
    if (!row) throw new AppError('not_found')
    const today = localDay(context.deps.clock.now())
    const isOutdated = await findOutdatedSimulations(db, group.id, [row], today)
    return { simulation: toSimulationView(row, isOutdated(row)) }
  }),

  route(sharingSettlementEndpoints.intervals, getIntervals),

  route(sharingSettlementEndpoints.settle, async (context) => {
    const { deps, actor, params, body } = context
    const { id: groupId } = await getOrganisedGroup(context, params.sharingGroupId)
    const by = { ...auditContextOf(context), actor }
    return { job: { id: await startSettlement(deps, by, { groupId, month: body.month }) } }
  }),

  route(sharingSettlementEndpoints.statements, (context) =>
    viewStatements(context, context.params.sharingGroupId, context.query.month),
  ),

  route(sharingSettlementEndpoints.statement, async (context) => {
    const { sharingGroupId: groupId, statementId } = context.params
    return { statement: await getStatement(context, { groupId, statementId }) }
  }),
]

function toSimulationView(row: SimulationRow, isOutdated: boolean) {
  return {
    id: row.id,
    from: row.from_month,
    to: row.to_month,
    state: row.state,
    jobId: row.job_id,
    error: row.error,
    done: row.done,
    total: row.total,
    createdAt: row.created_at,
    isOutdated,
    memberNames: row.member_names,
    result: row.result ?? null,
  }
}
