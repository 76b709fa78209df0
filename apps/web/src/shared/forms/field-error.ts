import { i18n } from '@lingui/core'
import type { FormMessage } from '@ohmstead/domain/forms/form-rules'
import { getFormat } from '../i18n/use-format.ts'
import type { Translate } from '../i18n/use-t.ts'

/** The text below a field that violates a rule. */
export function fieldError(
  message: FormMessage | undefined,
  field: string,
  t: Translate,
): string | undefined {
  if (!message) return undefined
  const params = Object.entries(message.params).map(([name, value]) => [
    name,
    isBound(name) ? write(value) : value,
  ])
  return t(message.key, { ...Object.fromEntries(params), field })
}

const isBound = (name: string) => name === 'min' || name === 'max'

/** As numbers are typed in the language, with all decimals. */
function write(bound: string | number): string {
  const decimals = /\.(\d+)$/.exec(String(bound))?.[1]?.length ?? 0
  return getFormat(i18n.locale).number(Number(bound), decimals)
}
