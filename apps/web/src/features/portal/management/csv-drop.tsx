import { useLingui } from '@lingui/react'
import { IconFileUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type DragEvent, useId, useRef, useState } from 'react'
import type { Answer } from '../../../lib/call.ts'
import { formatDays } from '../../../shared/charts/format-bucket.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { portalPaths } from '../../../shared/paths.ts'
import { formatDeviceName } from '../../../shared/portal/use-portal-devices.ts'
import { errorText } from '../../../shared/states/page-states.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import formStyles from '../../../ui/form.module.css'
import textStyles from '../../../ui/text.module.css'
import styles from './csv-drop.module.css'
import { useImportCsv } from './portal-mutations.ts'

type Imported = Answer<'POST /abstract-devices/csv'>

interface Outcome {
  key: string
  name: string
  imported: Imported | null
  error: unknown
}

/** The portal's own export as the second way in: dropped or chosen, several at once, each with its result. */
export function CsvDrop({ onImported }: { onImported?: () => void }) {
  const t = useT()
  const textId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const send = useImportCsv()
  const take = async (files: readonly File[]) => {
    setOutcomes([])
    for (const [index, file] of files.entries()) {
      const outcome = { key: `${index} ${file.name}`, name: file.name, imported: null, error: null }
      try {
        const imported = await send.mutateAsync(file)
        setOutcomes((now) => [...now, { ...outcome, imported }])
        onImported?.()
      } catch (error) {
        setOutcomes((now) => [...now, { ...outcome, error }])
      }
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take([...event.dataTransfer.files])
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way to what the button inside does */}
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileUpload size={24} stroke={1.5} aria-hidden />
        <p id={textId}>{t('portal.csv.drop')}</p>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept=".csv,text/csv"
          aria-label={t('portal.csv.choose')}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            event.target.value = ''
            void take(files)
          }}
        />
        <Button isBusy={send.isPending} aria-describedby={textId} onClick={() => input.current?.click()}>
          {t('portal.csv.choose')}
        </Button>
      </div>
      <div aria-live="polite" className={styles.outcomes}>
        {outcomes.map(({ key, name, imported, error }) =>
          imported ? (
            <CsvResult key={key} name={name} {...imported} />
          ) : (
            <p key={key} className={formStyles.error}>
              <strong>{name}</strong> – {errorText(error, t)}
            </p>
          ),
        )}
      </div>
    </>
  )
}

function CsvResult({ name, device, imported }: { name: string } & Imported) {
  const t = useT()
  const format = useFormat()
  const { i18n } = useLingui()
  const { from, to } = device.readings
  return (
    <div className={styles.outcome}>
      <p>
        <strong>{name}</strong> –{' '}
        {t('portal.csv.done', {
          readings: format.number(imported.readings),
          days: imported.days,
          device: formatDeviceName(device),
        })}
      </p>
      {from && to && (
        <p className={textStyles.soft}>
          {t('portal.csv.holds', { period: formatDays(from, to, i18n.locale) })}
        </p>
      )}
      {imported.problems.length > 0 && (
        <ul className={styles.problems}>
          {imported.problems.map(({ kind, count, first }) => (
            <li key={kind}>
              {t(`portal.problem.${kind}`, { count })}
              {kind === 'unreadable' && `, ${t('portal.problem.first_row', { row: format.number(first) })}`}
            </li>
          ))}
        </ul>
      )}
      <Link
        to={portalPaths.data}
        search={((previous: object) => ({ ...previous, device: device.id })) as never}
        className={buttonClass({ size: 'small' })}
      >
        {t('portal.device.show')}
      </Link>
    </div>
  )
}
