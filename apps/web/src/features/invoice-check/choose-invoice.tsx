import { IconFileUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import { Panel } from '../../ui/panel.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import styles from './invoice-check.module.css'
import { readInvoiceFile, UnreadableFile } from './read-invoice-file.ts'

interface ChooseInvoiceProps {
  /** Why the last text was no invoice. */
  problem: string | null
  onText: (text: string) => void
  onType: () => void
}

/** Three ways to an invoice: a PDF, its text, or its figures one by one. */
export function ChooseInvoice({ problem, onText, onType }: ChooseInvoiceProps) {
  const t = useT()
  const leadId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [text, setText] = useState('')
  const { mutate, isPending, error } = useMutation({ mutationFn: readInvoiceFile, onSuccess: onText })
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) mutate(file)
  }
  const isScan = error instanceof UnreadableFile && error.reason === 'noText'
  const failure = error ? t(isScan ? 'invoice_check.no_text' : 'invoice_check.unreadable') : problem
  return (
    <Panel heading={t('invoice_check.column.invoice')} lead={t('invoice_check.lead')}>
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
        <p id={leadId}>{t('invoice_check.drop')}</p>
        <input
          ref={input}
          type="file"
          hidden
          accept=".pdf,application/pdf,.txt,text/plain"
          aria-label={t('invoice_check.choose')}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) mutate(file)
          }}
        />
        <div className={styles.tools}>
          <Button
            variant="primary"
            isBusy={isPending}
            aria-describedby={leadId}
            onClick={() => input.current?.click()}
          >
            {t('invoice_check.choose')}
          </Button>
          <Button onClick={onType}>{t('invoice_check.type')}</Button>
        </div>
      </div>
      {failure && (
        <p className={formStyles.error} role="alert">
          {failure}
        </p>
      )}
      <TextAreaField label={t('invoice_check.paste')} value={text} maxLength={200_000} onChange={setText} />
      <div className={styles.tools}>
        <Button disabled={text.trim() === ''} onClick={() => onText(text)}>
          {t('invoice_check.read')}
        </Button>
      </div>
    </Panel>
  )
}
