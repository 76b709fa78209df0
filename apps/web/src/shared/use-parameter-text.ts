import { useLingui } from '@lingui/react'
import type { DeviceParameterView } from '@ohmstead/contract/devices'
import { useCallback } from 'react'
import { unknownText } from './i18n/format.ts'
import { formatTag } from './i18n/locale.ts'
import { useT } from './i18n/use-t.ts'
import { findTextWord } from './text-word.ts'

type Parameter = Pick<DeviceParameterView, 'unit'> & Partial<Pick<DeviceParameterView, 'name' | 'options'>>

/** A value of a parameter as people read it: "10 A", "On", "Solar". */
export function useParameterText(): (parameter: Parameter, value: DeviceParameterView['value']) => string {
  const t = useT()
  const { i18n } = useLingui()
  return useCallback(
    ({ name, unit, options }, value) => {
      if (value === null) return unknownText
      if (typeof value === 'boolean') return t(value ? 'charts.device.on' : 'charts.device.off')
      if (typeof value === 'string') {
        // What somebody typed is no word of a maker.
        if (!options) return value
        if (name === 'phasesConfigured' && value === '0') return t('metric.word.text.auto')
        return findTextWord(value, t) ?? value
      }
      const number = new Intl.NumberFormat(formatTag(i18n.locale), { maximumFractionDigits: 6 }).format(value)
      return unit ? `${number}\u00a0${unit}` : number
    },
    [t, i18n.locale],
  )
}
