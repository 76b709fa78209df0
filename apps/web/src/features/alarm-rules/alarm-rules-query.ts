import type {
  AlarmRuleDraft,
  AlarmRulePreviewView,
  AlarmRulesView,
  WholePreviewView,
} from '@ohmstead/contract/alarm-rules'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** What rules are for: one location, or all of a group. */
export type RulePlace = { locationId: number } | { locationGroupId: number }

const placeKey = (place: RulePlace) =>
  'locationId' in place ? `location-${place.locationId}` : `group-${place.locationGroupId}`

export const alarmRulesQuery = (place: RulePlace) =>
  queryOptions({
    queryKey: ['alarm-rules', placeKey(place)],
    queryFn: ({ signal }): Promise<AlarmRulesView> =>
      'locationId' in place
        ? call('GET /locations/:locationId/alarm-rules', { params: place, signal })
        : call('GET /location-groups/:locationGroupId/alarm-rules', { params: place, signal }),
    // Whether a rule holds now changes by itself.
    refetchInterval: 60_000,
  })

/** What a rule would have done; equal questions are asked once. */
export const rulePreviewQuery = (place: RulePlace, draft: AlarmRuleDraft) =>
  queryOptions({
    queryKey: ['alarm-rule-preview', placeKey(place), draft],
    queryFn: ({ signal }): Promise<AlarmRulePreviewView> =>
      'locationId' in place
        ? call('POST /locations/:locationId/alarm-rules/preview', { params: place, body: draft, signal })
        : call('POST /location-groups/:locationGroupId/alarm-rules/preview', {
            params: place,
            body: draft,
            signal,
          }),
    staleTime: 5 * 60_000,
    retry: false,
  })

/** Starts to look at every location of a group. */
export const startWholePreview = (locationGroupId: number, body: AlarmRuleDraft) =>
  call('POST /location-groups/:locationGroupId/alarm-rules/previews', { params: { locationGroupId }, body })

const isLooking = ({ state }: WholePreviewView) => state === 'queued' || state === 'running'

export const wholePreviewQuery = (locationGroupId: number, previewId: number) =>
  queryOptions({
    queryKey: ['alarm-rule-whole-preview', locationGroupId, previewId],
    queryFn: ({ signal }) =>
      call('GET /location-groups/:locationGroupId/alarm-rules/previews/:previewId', {
        params: { locationGroupId, previewId },
        signal,
      }),
    refetchInterval: ({ state }) => (state.data && !isLooking(state.data) ? false : 2000),
  })

export async function createRule(place: RulePlace, body: AlarmRuleDraft): Promise<void> {
  if ('locationId' in place) await call('POST /locations/:locationId/alarm-rules', { params: place, body })
  else await call('POST /location-groups/:locationGroupId/alarm-rules', { params: place, body })
}

export async function changeRule(
  place: RulePlace,
  { id, revision }: { id: number; revision: number },
  draft: AlarmRuleDraft,
): Promise<void> {
  const body = { ...draft, revision }
  if ('locationId' in place)
    await call('PUT /locations/:locationId/alarm-rules/:ruleId', { params: { ...place, ruleId: id }, body })
  else
    await call('PUT /location-groups/:locationGroupId/alarm-rules/:groupRuleId', {
      params: { ...place, groupRuleId: id },
      body,
    })
}

export async function removeRule(place: RulePlace, id: number): Promise<void> {
  if ('locationId' in place)
    await call('DELETE /locations/:locationId/alarm-rules/:ruleId', { params: { ...place, ruleId: id } })
  else
    await call('DELETE /location-groups/:locationGroupId/alarm-rules/:groupRuleId', {
      params: { ...place, groupRuleId: id },
    })
}
