import type { ControllerSourceView, MappedSourceView, MappingView } from '@ohmstead/contract/mapping'
import { useId, useState } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { formatMetric } from '../../shared/metric-name.ts'
import { Button } from '../../ui/button.tsx'
import styles from './mapping-page.module.css'
import { OutcomeText } from './outcome-text.tsx'
import { SourceForm } from './source-form.tsx'

interface SourceRowProps {
  source: ControllerSourceView
  view: MappingView
  now: number
  isBusy: boolean
  onSave: (chosen: MappedSourceView) => void
  onRemove: () => void
}

/** One name: its value, what it is or would be, and the way to say so. */
export function SourceRow({ source, view, now, isBusy, onSave, onRemove }: SourceRowProps) {
  const t = useT()
  const format = useFormat()
  const nameId = useId()
  const [isOpen, setOpen] = useState(false)
  const mapped = view.mapping.find((one) => one.source === source.source) ?? null
  const meaning = mapped ?? source.proposal
  const what = meaning && `${meaning.device_name}: ${formatMetric(meaning.metric, t)}`
  const address = source.source.slice(source.source.indexOf('/') + 1)
  return (
    <li className={styles.row} data-mapped={mapped !== null || undefined}>
      <div className={styles.name} id={nameId}>
        <span>{source.name ?? address}</span>
        {source.name !== null && <small>{address}</small>}
        {source.is_unreadable && <small>{t('mapping.source.unreadable')}</small>}
      </div>
      <div className={styles.value}>
        {meaning ? (
          <OutcomeText source={source} mapped={meaning} />
        ) : (
          <span>{[source.value, source.unit].filter(Boolean).join(' ')}</span>
        )}
        <small>{format.ago(Math.max(0, now - source.at))}</small>
      </div>
      <div className={styles.what}>
        {what && <span>{mapped ? what : t('mapping.source.proposed', { what })}</span>}
      </div>
      <div className={styles.actions}>
        {!mapped && source.proposal && (
          <Button
            size="small"
            aria-describedby={nameId}
            disabled={isBusy}
            onClick={() => onSave(source.proposal!)}
          >
            {t('mapping.action.accept')}
          </Button>
        )}
        {!source.is_unreadable && (
          <Button
            size="small"
            variant="quiet"
            aria-describedby={nameId}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t(meaning ? 'mapping.action.change' : 'mapping.action.choose')}
          </Button>
        )}
      </div>
      {isOpen && (
        <SourceForm
          source={source}
          view={view}
          first={meaning}
          isBusy={isBusy}
          onSave={(chosen) => {
            setOpen(false)
            onSave(chosen)
          }}
          onRemove={
            mapped
              ? () => {
                  setOpen(false)
                  onRemove()
                }
              : null
          }
          onClose={() => setOpen(false)}
        />
      )}
    </li>
  )
}
