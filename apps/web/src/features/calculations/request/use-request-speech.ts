import { type Messages, setupI18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { roundDigits } from '@ohmstead/domain/money/round-digits'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatTag } from '../../../shared/i18n/locale.ts'
import { translationsQuery } from '../../../shared/i18n/translations-query.ts'
import { createFormatDay } from '../../../shared/i18n/use-format-day.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { createFormatEuro } from '../../../shared/use-euro.ts'
import type { RequestSpeech } from './request-text.ts'

/** The operator reads Slovenian, whatever the person's language. Null until its texts are loaded. */
export function useOperatorSpeech(): RequestSpeech | null {
  const { i18n } = useLingui()
  const own = useOwnSpeech()
  const isOwn = i18n.locale === 'sl'
  const { data } = useQuery({ ...translationsQuery('sl'), enabled: !isOwn })
  return useMemo(() => {
    if (isOwn) return own
    if (!data) return null
    const slovenian = setupI18n({ locale: 'sl', messages: { sl: data.messages as Messages } })
    return createSpeech('sl', (key, values) => slovenian._(key, values))
  }, [isOwn, own, data])
}

export function useOwnSpeech(): RequestSpeech {
  const t = useT()
  const { i18n } = useLingui()
  return useMemo(() => createSpeech(i18n.locale, t), [i18n.locale, t])
}

function createSpeech(locale: string, t: RequestSpeech['t']): RequestSpeech {
  const tag = formatTag(locale)
  const numbers = new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const euro = createFormatEuro(locale)
  return {
    t,
    number: (value) => numbers.format(value),
    euro: (amountEur) => euro(amountEur, roundDigits(amountEur)),
    day: createFormatDay(locale),
  }
}
