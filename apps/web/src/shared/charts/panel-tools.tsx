import { IconChartAreaLine, IconDownload, IconTable } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useT } from '../i18n/use-t.ts'
import styles from './panel-tools.module.css'

/** The same tools beside every picture: as a table, as a file. */
export function PanelTools({
  isTable,
  onTable,
  onCsv,
  onPng,
  children,
}: {
  isTable: boolean
  onTable: (isTable: boolean) => void
  onCsv: () => void
  onPng?: () => void
  children?: ReactNode
}) {
  const t = useT()
  const files = [
    { key: 'csv', label: t('charts.download.csv'), onSelect: onCsv },
    ...(onPng && !isTable ? [{ key: 'png', label: t('charts.download.png'), onSelect: onPng }] : []),
  ]
  return (
    <div className={styles.tools}>
      {children}
      <Button size="small" variant="quiet" aria-pressed={isTable} onClick={() => onTable(!isTable)}>
        {isTable ? (
          <IconChartAreaLine size={16} stroke={1.6} aria-hidden />
        ) : (
          <IconTable size={16} stroke={1.6} aria-hidden />
        )}
        <span>{t(isTable ? 'charts.table.hide' : 'charts.table.show')}</span>
      </Button>
      <Menu
        label={t('charts.download.label')}
        trigger={<IconDownload size={16} stroke={1.6} aria-hidden />}
        triggerClassName={buttonClass({ variant: 'quiet', size: 'small' })}
        sections={[{ key: 'files', items: files }]}
      />
    </div>
  )
}
