import type { SharingKey } from '@ohmstead/domain/sharing/sharing-terms'
import { listMonths } from '@ohmstead/sharing/month-list'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { JobFailed, type JobProgress } from '../../platform/jobs/jobs.ts'
import { type AuditContext, recordAudit } from '../audit/record-audit.ts'
import { localDay } from '../portal/client/portal-dates.ts'
import { checkKey, type WrittenKey } from './check-group.ts'
import { lockGroup } from './group-queries.ts'
import { readGroupState } from './read-group-state.ts'
import { readQuestion } from './read-question.ts'
import { findSimulated, findSimulationFingerprint } from './simulated-members.ts'
import {
  deleteOldSimulations,
  finishSimulation,
  hasRunningSimulation,
  insertSimulation,
} from './simulation-queries.ts'
import { watchWork } from './watch-work.ts'

type Needed = Pick<Deps, 'db' | 'jobs' | 'calculator' | 'clock'>
type Audit = AuditContext & { actor: { userId: number } }

export interface SimulationRequest {
  groupId: number
  from: string
  to: string
  key: WrittenKey | null
  withAdvice: boolean
}

const keptSimulations = 20

/** Of all that a simulation counts, what reading one member is one of: working out takes longer than reading. */
const stepsOf = (members: number, withAdvice: boolean) => {
  const [simulated, advised] = [2 * members, withAdvice ? 3 * members : 0]
  return { simulated, advised, total: members + simulated + advised + 1 }
}

/** Starts to work out past months for all who take part today; returns the id of the simulation. */
export async function startSimulation(
  deps: Needed,
  audit: Audit,
  request: SimulationRequest,
): Promise<number> {
  const { groupId, from, to } = request
  const today = localDay(deps.clock.now())
  if (to >= today.slice(0, 7)) throw new AppError('invalid_request', { fields: { to: 'future_date' } })
  const state = await readGroupState(deps.db, groupId, today)
  const members = findSimulated(state)
  if (!members) throw new AppError('sharing_incomplete')
  const key = request.key && checkKey(request.key, state.members)
  const staticKey = key?.kind === 'static' ? key : null
  let id = 0
  const work = (progress: JobProgress) => simulate(deps, progress, audit, { ...request, id, staticKey })
  const start = {
    kind: 'sharing_simulation',
    total: stepsOf(members.length, request.withAdvice).total,
    companyId: state.companyId,
    createdBy: audit.actor.userId,
    detail: { group_id: groupId },
  }
  await deps.jobs.run(start, work, async (tx, jobId) => {
    await lockGroup(tx, groupId)
    if (await hasRunningSimulation(tx, groupId)) throw new AppError('conflict')
    await deleteOldSimulations(tx, groupId, keptSimulations - 1)
    const names = Object.fromEntries(members.map((member) => [member.id, member.name || `#${member.id}`]))
    id = await insertSimulation(tx, {
      ...request,
      jobId,
      names,
      createdBy: audit.actor.userId,
      now: audit.at,
    })
    await recordAudit(tx, audit, {
      action: 'sharing_simulated',
      companyId: state.companyId,
      after: { id: groupId, from, to },
    })
  })
  return id
}

async function simulate(
  { calculator, clock }: Needed,
  progress: JobProgress,
  { actor }: Audit,
  {
    id,
    groupId,
    from,
    to,
    staticKey,
    withAdvice,
  }: SimulationRequest & { id: number; staticKey: Extract<SharingKey, { kind: 'static' }> | null },
): Promise<void> {
  const { db } = progress
  const state = await readGroupState(db, groupId, localDay(clock.now()))
  const members = findSimulated(state)
  if (!members) throw new JobFailed('sharing_incomplete')
  const fingerprint = await findSimulationFingerprint(db, state, members, listMonths(from, to))
  const question = await readQuestion(db, state, members, { from, to }, (done) => progress.report({ done }))
  const months = { from, to }
  const asker = { person: actor.userId, urgency: 'job' } as const
  const read = members.length
  const { simulated, advised, total } = stepsOf(read, withAdvice)
  const simulation = await watchWork(progress, { before: read, steps: simulated }, (asking) =>
    calculator.share<'simulateSharing'>(
      { kind: 'simulateSharing', question, months, staticKey },
      { ...asker, ...asking },
    ),
  )
  const advice = withAdvice
    ? await watchWork(progress, { before: read + simulated, steps: advised }, (asking) =>
        calculator.share<'adviseSharing'>(
          { kind: 'adviseSharing', question, months },
          { ...asker, ...asking },
        ),
      )
    : null
  await finishSimulation(db, id, { ...simulation, advice }, fingerprint)
  await progress.report({ done: total })
}
