import { useLingui } from '@lingui/react'
import { firstDay, lastDay } from '@ohmstead/domain/time/days'
import { IconCalendar } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { formatTag } from '../i18n/locale.ts'
import { useT } from '../i18n/use-t.ts'
import { PartBoundary } from '../states/part-boundary.tsx'
import { formatDayText, parseDayText } from './day-text.ts'

const DayDialog = lazyPart(async () => (await import('./day-dialog.tsx')).DayDialog)

interface DayFieldProps {
  name: string
  label: string
  /** The purpose of the calendar. */
  pickLabel: string
  /** 'YYYY-MM-DD'; empty if the input is no day; null where nothing is entered and `onClear` says so. */
  day: string | null
  today: string
  /** A day after `today` can be chosen too. */
  mayBeLater?: boolean
  isWrong?: boolean
  /** What is wrong, below the field; what is typed and no day is answered with the expected format instead. */
  error?: string | undefined
  /** If the position of the field explains its purpose. */
  isLabelHidden?: boolean
  required?: boolean
  /** An empty field is a valid answer: invalid input is reported once the field is left. */
  isOptional?: boolean
  /** Empty if the input is no day. */
  onChange: (day: string) => void
  /** Nothing is entered: tells a field left empty from one that cannot be read. */
  onClear?: () => void
  onLeave?: () => void
}

/** A day in the format of the language: typed, or chosen in a calendar. */
export function DayField({
  name,
  label,
  pickLabel,
  day,
  today,
  mayBeLater = false,
  isWrong = false,
  error,
  isLabelHidden,
  required = false,
  isOptional = false,
  onChange,
  onClear,
  onLeave,
}: DayFieldProps) {
  const t = useT()
  const { i18n } = useLingui()
  const tag = formatTag(i18n.locale)
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [isLeft, setLeft] = useState(false)
  // The input stays until another day comes from outside.
  const read = (text: string) => {
    const found = parseDayText(text, tag) ?? ''
    return found >= firstDay && found <= lastDay ? found : ''
  }
  const isTyped = typed !== null && read(typed) === (day ?? '')
  const isNoDay = typed !== null && typed.trim() !== '' && read(typed) === ''
  const isReported = isWrong || error !== undefined || (isOptional && isLeft)
  // What was typed is gone once the field was out of sight; that it was no day is not.
  const isUnreadable = (isNoDay && isReported) || (onClear !== undefined && typed === null && day === '')
  const describe = (text: string) =>
    parseDayText(text, tag) === null
      ? t('validation.day', { field: label, example: formatDayText(today, tag) })
      : t('validation.day_between', {
          field: label,
          first: formatDayText(firstDay, tag),
          last: formatDayText(lastDay, tag),
        })
  return (
    <>
      <TextField
        name={name}
        label={label}
        value={isTyped ? typed : formatDayText(day ?? '', tag)}
        placeholder={isOptional ? undefined : formatDayText(today, tag)}
        autoComplete="off"
        required={required}
        isLabelHidden={isLabelHidden}
        aria-invalid={isWrong || undefined}
        error={isUnreadable ? describe(typed ?? '') : error}
        onBlur={() => {
          setLeft(true)
          if (day !== '') setTyped(null)
          onLeave?.()
        }}
        onChange={(text) => {
          setTyped(text)
          if (onClear && text.trim() === '') onClear()
          else onChange(read(text))
        }}
        inside={
          <IconButton size="small" label={pickLabel} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <IconCalendar size={16} stroke={1.6} />
          </IconButton>
        }
      />
      {isOpen && (
        <PartBoundary>
          <Suspense>
            <DayDialog
              title={pickLabel}
              day={day ?? ''}
              today={today}
              mayBeLater={mayBeLater}
              onChoose={(chosen) => {
                setOpen(false)
                setTyped(null)
                onChange(chosen)
                onLeave?.()
              }}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        </PartBoundary>
      )}
    </>
  )
}
