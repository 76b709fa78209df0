import { useLingui } from '@lingui/react'
import { roundDigits } from '@ohmstead/domain/money/round-digits'
import { type AdviceWords, describeAdvice } from '@ohmstead/network-fee/wire/describe-advice'
import { useMemo } from 'react'
import { getDateFormat } from '../../../shared/charts/date-format.ts'
import { formatTag } from '../../../shared/i18n/locale.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useFormatDay } from '../../../shared/i18n/use-format-day.ts'
import { type MessageKey, useT } from '../../../shared/i18n/use-t.ts'
import { useEuro } from '../../../shared/use-euro.ts'
import type { Calculation } from '../calculation-data.ts'

/** The advice of a calculation in the current language. */
export function useAdvice({ agreedPower }: Pick<Calculation, 'agreedPower'>): AdviceWords {
  const t = useT()
  const { i18n } = useLingui()
  const format = useFormat()
  const euro = useEuro()
  const day = useFormatDay()
  return useMemo(() => {
    const tag = formatTag(i18n.locale)
    const months = getDateFormat(tag, { month: 'long', timeZone: 'UTC' })
    const lists = new Intl.ListFormat(tag, { type: 'conjunction' })
    return describeAdvice(agreedPower, {
      t: (key, values) => t(key as MessageKey, values),
      euro: (amountEur) => euro(amountEur, roundDigits(amountEur)),
      kw: (kw) => `${format.number(kw, 1)} kW`,
      day,
      month: (month) => months.format(Date.UTC(2000, month - 1, 1)),
      list: (parts) => lists.format(parts),
    })
  }, [agreedPower, t, euro, format, day, i18n.locale])
}
