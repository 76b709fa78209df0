import {
  findRuleProblem,
  longestDurationSeconds,
  ruleConditions,
  ruleGroupings,
  ruleKinds,
} from '@ohmstead/domain/alarms/alarm-rule'
import { deviceCategories } from '@ohmstead/domain/fleet/device-category'
import { labelRules } from '@ohmstead/domain/forms/form-rules'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { bodyVersion, id, optionalText } from './wire.ts'

const level = z.number('double').min(-1e9, 'min_value').max(1e9, 'max_value').nullable()

export const ruleSettings = z.object({
  /** Null for ready-made kinds, which know what they look at; `home_power` is the power that the house takes. */
  metric: z.string().max(60).nullable(),
  /** All devices of a category, or the one with a key; neither for the house. */
  category: z.enum(deviceCategories).nullable(),
  deviceKey: z.string().max(200).nullable(),
  condition: z.enum(ruleConditions),
  /** In the unit of the metric. Of ready-made kinds: minutes of silence, W of export, or percent. */
  value: level,
  /** Of `between`. */
  upper: level,
  /** Where the alarm ends; null for a twentieth inside the limit. */
  clear: level,
})
ruleSettings.register(z.globalRegistry, { id: 'AlarmRuleSettings' })

const minuteOfDay = z.number().int().min(0).max(1439)

const quietHours = z
  .object({
    /** Minutes after midnight, by the clock of the location. */
    from: minuteOfDay,
    /** Before `from`: of the next day. */
    until: minuteOfDay,
  })
  .refine(({ from, until }) => from !== until, 'regex')
quietHours.register(z.globalRegistry, { id: 'QuietHours' })

const terms = {
  /** Null: the name of its kind. */
  name: optionalText(labelRules(100)),
  kind: z.enum(ruleKinds),
  settings: ruleSettings,
  /** How long the condition has to hold without a break. */
  durationSeconds: z.number().int().min(0).max(longestDurationSeconds),
  /** Of a group’s rule: an alarm of each location, or one of all together. */
  grouping: z.enum(ruleGroupings),
  /** When nobody is notified; null is never. */
  quiet: quietHours.nullable(),
  /** Whether the end of an alarm is notified as well. */
  sendsRecovery: z.boolean(),
}

const draftShape = z.object({ ...terms, enabled: z.boolean() })

const refuse = (draft: z.output<typeof draftShape>, context: z.RefinementCtx): void => {
  const problem = findRuleProblem(draft)
  if (problem !== null) context.addIssue({ code: 'custom', message: 'regex', path: [problem] })
}
const draft = draftShape.superRefine(refuse)
draft.register(z.globalRegistry, { id: 'AlarmRuleDraft' })
export type AlarmRuleDraft = z.output<typeof draft>

const rule = z.object({
  id: z.number(),
  ...terms,
  name: z.string().nullable(),
  enabled: z.boolean(),
  revision: z.number(),
  /** The group it is made for; null if it is the location’s own. */
  group: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Whether its alarms are one, since that is asked for or since there are so many locations. */
  isTogether: z.boolean(),
  /** Locations of those asked about where its condition holds now. */
  raised: z.number(),
})
rule.register(z.globalRegistry, { id: 'AlarmRule' })
export type AlarmRuleView = z.output<typeof rule>

const rules = z.object({
  rules: z.array(rule),
  /** Those of the groups above, which hold here as well. */
  inherited: z.array(rule),
  /** What a rule can be about; empty for a group, whose rules are about categories. */
  devices: z.array(z.object({ key: z.string(), name: z.string(), category: z.enum(deviceCategories) })),
  /** Of how many locations it is. */
  locations: z.number(),
  /** With more of them there is one alarm of all together. */
  mostAlarmsOfEach: z.number(),
  /** How many rules there may be here. */
  mostRules: z.number(),
  mayEdit: z.boolean(),
})
rules.register(z.globalRegistry, { id: 'AlarmRules' })
export type AlarmRulesView = z.output<typeof rules>

const firing = z.object({
  locationId: z.number(),
  locationName: z.string(),
  timeZone: z.string(),
  deviceName: z.string().nullable(),
  /** Epoch milliseconds; `to` is null if it still goes on. */
  from: z.number(),
  to: z.number().nullable(),
  /** What was measured then. */
  value: z.number().nullable(),
})
firing.register(z.globalRegistry, { id: 'AlarmRuleFiring' })

const preview = z.object({
  from: z.number(),
  to: z.number(),
  /** Of how many locations the rule would be, and how many of them were looked at: some of very many. */
  locations: z.number(),
  lookedAt: z.number(),
  /** Of those, how many had no readings that the rule could judge. */
  unknown: z.number(),
  /** Of the others, for how much of the time there are such readings, from 0 to 1; null if there are no others. */
  knownShare: z.number().nullable(),
  /** The newest 300. */
  firings: z.array(firing),
  /** All of them. */
  total: z.number(),
  /** Messages that would have been sent after grouping, ends of alarms included where asked for. */
  notices: z.number(),
  /** Of them, those that quiet hours hold back. */
  quiet: z.number(),
})
preview.register(z.globalRegistry, { id: 'AlarmRulePreview' })
export type AlarmRulePreviewView = z.output<typeof preview>

const wholePreview = z.object({
  id: z.number(),
  /** Its work, which shows how far it is and can be stopped. */
  job_id: z.number().nullable(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  /** Null until all locations have been looked at. */
  preview: preview.nullable(),
})
wholePreview.register(z.globalRegistry, { id: 'WholeAlarmRulePreview' })
export type WholePreviewView = z.output<typeof wholePreview>

const ofLocation = z.object({ locationId: id })
const ofGroup = z.object({ locationGroupId: id })
const written = { errors: ['not_found', 'too_many_alarm_rules', 'edited_meanwhile'] } as const
const update = z.object({ ...draftShape.shape, revision: bodyVersion }).superRefine(refuse)
update.register(z.globalRegistry, { id: 'AlarmRuleChange' })

export const alarmRuleEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/locations/:locationId/alarm-rules',
    summary: 'The alarm rules of a location, and those of its groups.',
    permission: 'location.view',
    params: ofLocation,
    answer: rules,
  }),
  create: endpoint({
    method: 'POST',
    path: '/locations/:locationId/alarm-rules',
    summary: 'Makes an alarm rule for a location.',
    permission: 'location.edit',
    params: ofLocation,
    body: draft,
    answer: z.object({ id: z.number() }),
    ...written,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/locations/:locationId/alarm-rules/:ruleId',
    summary: 'Changes an alarm rule. Its open alarms end; what holds still is raised again.',
    permission: 'location.edit',
    params: ofLocation.extend({ ruleId: id }),
    body: update,
    ...written,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/locations/:locationId/alarm-rules/:ruleId',
    summary: 'Deletes an alarm rule; its open alarms end.',
    permission: 'location.edit',
    params: ofLocation.extend({ ruleId: id }),
    errors: ['not_found'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/locations/:locationId/alarm-rules/preview',
    summary: 'What a rule would have done in the last 30 days. Keeps nothing.',
    permission: 'location.view',
    params: ofLocation,
    body: draft,
    answer: preview,
    cost: 100,
  }),
  groupList: endpoint({
    method: 'GET',
    path: '/location-groups/:locationGroupId/alarm-rules',
    summary: 'The alarm rules of a location group, and those of the groups above it.',
    permission: 'group.edit',
    params: ofGroup,
    answer: rules,
  }),
  groupCreate: endpoint({
    method: 'POST',
    path: '/location-groups/:locationGroupId/alarm-rules',
    summary: 'Makes an alarm rule for all locations of a group and below it.',
    permission: 'group.edit',
    params: ofGroup,
    body: draft,
    answer: z.object({ id: z.number() }),
    ...written,
  }),
  groupUpdate: endpoint({
    method: 'PUT',
    path: '/location-groups/:locationGroupId/alarm-rules/:groupRuleId',
    summary: 'Changes an alarm rule of a group. Its open alarms end; what holds still is raised again.',
    permission: 'group.edit',
    params: ofGroup.extend({ groupRuleId: id }),
    body: update,
    ...written,
  }),
  groupRemove: endpoint({
    method: 'DELETE',
    path: '/location-groups/:locationGroupId/alarm-rules/:groupRuleId',
    summary: 'Deletes an alarm rule of a group; its open alarms end.',
    permission: 'group.edit',
    params: ofGroup.extend({ groupRuleId: id }),
    errors: ['not_found'],
  }),
  groupPreview: endpoint({
    method: 'POST',
    path: '/location-groups/:locationGroupId/alarm-rules/preview',
    summary:
      'What a rule would have done in the last 30 days in a group, at some of very many locations. Keeps nothing.',
    permission: 'group.edit',
    params: ofGroup,
    body: draft,
    answer: preview,
    cost: 100,
  }),
  groupPreviewStart: endpoint({
    method: 'POST',
    path: '/location-groups/:locationGroupId/alarm-rules/previews',
    summary:
      'Starts to look at every location of a group, as a job. One at a time for each person; the newest five are kept.',
    permission: 'group.edit',
    params: ofGroup,
    body: draft,
    answer: z.object({ id: z.number() }),
    errors: ['conflict'],
    cost: 100,
  }),
  groupPreviewFind: endpoint({
    method: 'GET',
    path: '/location-groups/:locationGroupId/alarm-rules/previews/:previewId',
    summary: 'How far a look at every location is, and what it has found.',
    permission: 'group.edit',
    params: ofGroup.extend({ previewId: id }),
    answer: wholePreview,
    errors: ['not_found'],
  }),
}
