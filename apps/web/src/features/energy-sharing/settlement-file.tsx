import { useLingui } from '@lingui/react'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { callForFile } from '../../lib/call.ts'
import { downloadBlob, formatFileName } from '../../shared/charts/download.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'

interface SettlementFileProps {
  groupId: number
  groupName: string
  month: string
}

/** All statements of the month as a workbook that adds up. */
export function SettlementFile({ groupId, groupName, month }: SettlementFileProps) {
  const t = useT()
  const { i18n } = useLingui()
  const download = useMutation({
    mutationFn: async () => {
      const blob = await callForFile('GET /sharing-groups/:sharingGroupId/settlement-file', {
        params: { sharingGroupId: groupId },
        query: { month, locale: i18n.locale as 'en' },
      })
      downloadBlob(blob, formatFileName([groupName, month], 'xlsx'))
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  return (
    <Button isBusy={download.isPending} onClick={() => download.mutate()}>
      <IconDownload size={16} stroke={1.6} aria-hidden />
      {t('energy_sharing.statement.workbook')}
    </Button>
  )
}
