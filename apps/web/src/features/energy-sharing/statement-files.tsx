import { useLingui } from '@lingui/react'
import type { SharingStatementView } from '@ohmstead/contract/energy-sharing-results'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { callForFile } from '../../lib/call.ts'
import { downloadBlob, formatFileName } from '../../shared/charts/download.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './energy-sharing.module.css'

const formats = ['pdf', 'xlsx'] as const

/** A statement on paper or as a workbook. */
export function StatementFiles({ groupId, statement }: { groupId: number; statement: SharingStatementView }) {
  const t = useT()
  const { i18n } = useLingui()
  const { id, memberName, month, version } = statement
  const download = useMutation({
    mutationFn: async (format: 'pdf' | 'xlsx') => {
      const blob = await callForFile('GET /sharing-groups/:sharingGroupId/statements/:statementId/file', {
        params: { sharingGroupId: groupId, statementId: id },
        query: { format, locale: i18n.locale as 'en' },
      })
      downloadBlob(blob, formatFileName([memberName, month, `v${version}`], format))
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  return (
    <div className={styles.actions}>
      {formats.map((format) => (
        <Button
          key={format}
          size="small"
          aria-label={t('energy_sharing.statement.file_of', {
            format: format.toUpperCase(),
            name: memberName,
          })}
          isBusy={download.isPending && download.variables === format}
          onClick={() => download.mutate(format)}
        >
          <IconDownload size={14} stroke={1.6} aria-hidden />
          {format.toUpperCase()}
        </Button>
      ))}
    </div>
  )
}
