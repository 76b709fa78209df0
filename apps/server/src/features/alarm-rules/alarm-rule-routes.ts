import { alarmRuleEndpoints } from '@ohmstead/contract/alarm-rules'
import { AppError } from '../../platform/app-error.ts'
import { type Route, route } from '../../route.ts'
import { changeRule, createRule, removeRule, toRow } from './change-rule.ts'
import { listRules } from './list-rules.ts'
import { previewRule } from './preview-rule.ts'
import { startWholePreview } from './start-whole-preview.ts'
import { findPreview } from './whole-preview-queries.ts'

const ofLocation = ({ locationId }: { locationId: number }) => ({ locationId })
const ofGroup = ({ locationGroupId }: { locationGroupId: number }) => ({ locationGroupId })

export const alarmRuleRoutes: Route[] = [
  route(alarmRuleEndpoints.list, async ({ db, actor, params }) => listRules(db, actor, ofLocation(params))),
  route(alarmRuleEndpoints.create, async (context) => ({
    id: await createRule(context, ofLocation(context.params), context.body),
  })),
  route(alarmRuleEndpoints.update, async (context) => {
    await changeRule(context, ofLocation(context.params), context.params.ruleId, context.body)
  }),
  route(alarmRuleEndpoints.remove, async (context) => {
    await removeRule(context, ofLocation(context.params), context.params.ruleId)
  }),
  route(alarmRuleEndpoints.preview, async ({ db, deps, params, body, signal }) =>
    previewRule(db, ofLocation(params), toRow(body), { now: deps.clock.now(), signal }),
  ),
  route(alarmRuleEndpoints.groupList, async ({ db, actor, params }) => listRules(db, actor, ofGroup(params))),
  route(alarmRuleEndpoints.groupCreate, async (context) => ({
    id: await createRule(context, ofGroup(context.params), context.body),
  })),
  route(alarmRuleEndpoints.groupUpdate, async (context) => {
    await changeRule(context, ofGroup(context.params), context.params.groupRuleId, context.body)
  }),
  route(alarmRuleEndpoints.groupRemove, async (context) => {
    await removeRule(context, ofGroup(context.params), context.params.groupRuleId)
  }),
  route(alarmRuleEndpoints.groupPreview, async ({ db, deps, params, body, signal }) =>
    previewRule(db, ofGroup(params), toRow(body), { now: deps.clock.now(), signal }),
  ),
  route(alarmRuleEndpoints.groupPreviewStart, async ({ deps, actor, params, body }) => ({
    id: await startWholePreview(deps, { ...ofGroup(params), draft: toRow(body), userId: actor.userId }),
  })),
  route(alarmRuleEndpoints.groupPreviewFind, async ({ db, params }) => {
    const found = await findPreview(db, { ...ofGroup(params), id: params.previewId })
    if (!found) throw new AppError('not_found')
    return found
  }),
]
