import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import type { JobProgress } from '../../platform/jobs/jobs.ts'
import { findCompanyOfGroup } from '../location-groups/location-group-queries.ts'
import { previewRuleEverywhere } from './preview-rule.ts'
import type { RuleDraft } from './rule-queries.ts'
import {
  deleteOldPreviews,
  finishPreview,
  hasRunningPreview,
  insertPreview,
  lockPreviews,
} from './whole-preview-queries.ts'

const kept = 5

interface Asked {
  locationGroupId: number
  draft: RuleDraft
  userId: number
}

/** Starts to look at every location of a group; returns the id of the preview. Throws `conflict` while one of the same person runs. */
export async function startWholePreview(
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  { locationGroupId, draft, userId }: Asked,
): Promise<number> {
  let id = 0
  const work = async (progress: JobProgress) => {
    const report = (done: number, total: number) => progress.report({ done, total })
    const asked = { now: clock.now(), report }
    await finishPreview(
      progress.db,
      id,
      await previewRuleEverywhere(progress.db, locationGroupId, draft, asked),
    )
  }
  const companyId = await findCompanyOfGroup(db, locationGroupId)
  // One group after the other: each reads a month of thousands of homes.
  const start = { kind: 'alarm_rule_preview', companyId, createdBy: userId, takesTurns: true }
  await jobs.run(start, work, async (tx, jobId) => {
    await lockPreviews(tx, userId)
    if (await hasRunningPreview(tx, userId)) throw new AppError('conflict')
    await deleteOldPreviews(tx, userId, kept - 1)
    id = await insertPreview(tx, { locationGroupId, jobId, userId, now: clock.now() })
  })
  return id
}
