import type { NoticeSettings } from '@ohmstead/contract/notices'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../lib/call.ts'
import { showToast } from '../ui/toast-store.ts'
import { useT } from './i18n/use-t.ts'
import { noticeSettingsQuery } from './notice-settings-query.ts'
import { ownTimeZone } from './own-time-zone.ts'
import { errorText } from './states/page-states.tsx'

/** What one is told of alarms; a change is shown at once and taken back if it fails. */
export function useNoticeSettings({ isEnabled = true } = {}) {
  const t = useT()
  const queryClient = useQueryClient()
  const query = useQuery({ ...noticeSettingsQuery, enabled: isEnabled })
  const { queryKey } = noticeSettingsQuery
  const save = useMutation({
    // One after the other: the last one made is the last one kept.
    scope: { id: 'notice-settings' },
    mutationFn: (body: NoticeSettings) => call('PUT /notices/settings', { body }),
    onMutate: async (settings) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (known) => known && { ...known, settings })
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const change = (part: Partial<NoticeSettings>) => {
    const { settings } = queryClient.getQueryData(queryKey) ?? {}
    if (settings) save.mutate({ ...settings, time_zone: ownTimeZone(), ...part })
  }
  return { query, change, isSaving: save.isPending }
}
