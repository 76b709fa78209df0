import {
  checkValue,
  email as emailRule,
  type FormRule,
  nameRules,
  required,
} from '@ohmstead/domain/forms/form-rules'
import { supportedLocales } from '@ohmstead/domain/i18n/locales'
import { firstDay, lastDay } from '@ohmstead/domain/time/days'
import { z } from 'zod'

/** An id in the path or the query: text that is an integer of the database. */
export const id = z.coerce.number<string | number>().int().min(1).max(2_147_483_647)

/** An id inside a body, already a number. */
export const bodyId = z.number().int().min(1).max(2_147_483_647)

/** The version that a write started from. */
export const bodyVersion = z.number().int().min(1).max(2_147_483_647)

/** A local day. */
export const localDay = z.iso.date('regex').refine((day) => day >= firstDay && day <= lastDay, 'regex')

/** Trimmed text that satisfies the shared form rules; the message of the issue is the broken rule's name. */
export function ruledText(rules: readonly FormRule[]) {
  return z
    .string('required')
    .trim()
    .superRefine((value, context) => {
      const broken = checkValue(value, rules)
      if (broken) context.addIssue({ code: 'custom', message: broken.rule })
    })
}

/** A required line of text. */
export const line = (length = 200) => ruledText(nameRules(length))

/** An e-mail as it is stored and compared: trimmed and lower case. */
export const email = ruledText([required, emailRule]).toLowerCase()

/** Optional text; an empty form field is null. */
export const optionalText = (rules: readonly FormRule[]) =>
  ruledText(rules)
    .nullable()
    .default(null)
    .transform((value) => value || null)

/** Text that stays if absent, and is cleared by null or an empty field. */
export const changedText = (rules: readonly FormRule[]) =>
  ruledText(rules)
    .nullable()
    .transform((value) => value || null)
    .optional()

/** An instant in a query: epoch milliseconds or ISO 8601 with an offset. Decodes to epoch milliseconds. */
export const instant = z
  .union([
    z
      .string()
      .regex(/^-?\d{1,15}$/, 'regex')
      .transform(Number),
    z.iso.datetime({ offset: true, error: 'regex' }).transform((text) => Date.parse(text)),
    z.number(),
  ])
  .pipe(z.number('regex').int().min(0, 'min_value').max(4_102_444_800_000, 'max_value'))
instant.register(z.globalRegistry, { id: 'Instant' })

/** A supported interface language. */
export const interfaceLocale = z.enum(supportedLocales)
