import type { FormMessage } from '@ohmstead/domain/forms/form-rules'
import type { Translate } from '../i18n/use-t.ts'

/** The text below a field that violates a rule. */
export function fieldError(
  message: FormMessage | undefined,
  field: string,
  t: Translate,
): string | undefined {
  return message && t(message.key, { ...message.params, field })
}
