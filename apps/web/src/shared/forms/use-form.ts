import { checkForm, type FormMessage, type FormRule } from '@ohmstead/domain/forms/form-rules'
import { isRangeRule } from '@ohmstead/domain/forms/range-rules'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { failureText } from './failure-text.ts'
import { fieldError } from './field-error.ts'
import { focusFirst } from './focus-first.ts'

interface FormOptions<Values> {
  initial: Values
  rules: Readonly<Record<string, readonly FormRule[]>>
  labels: Readonly<Partial<Record<keyof Values, string>>>
  /** Only called with valid values; errors are shown above the form. */
  send: (values: Values) => Promise<void>
  /** A more specific text than the rule's, unless the field is empty: field → text. */
  texts?: Partial<Record<keyof Values, string>>
  /** The same for an empty field whose label is no noun. */
  requiredTexts?: Partial<Record<keyof Values, string>>
}

/**
 * The state of a form: nothing is marked before the first attempt, then every field as it is typed. The first wrong field
 * gets the focus. Fields refused only by the server are marked until they change.
 */
export function useForm<Values extends Record<string, string | boolean>>({
  initial,
  rules,
  labels,
  send,
  texts = {},
  requiredTexts = {},
}: FormOptions<Values>) {
  const t = useT()
  // Numbers are parsed in this language.
  const { locale } = useFormat()
  const [values, setValues] = useState(initial)
  const [isChecked, setChecked] = useState(false)
  const [refused, setRefused] = useState<Record<string, FormMessage | string>>({})
  const [error, setError] = useState<unknown>(null)
  const [isNamedAtField, setNamedAtField] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const broken: Record<string, FormMessage | string> = {
    ...refused,
    ...(isChecked && checkForm(values, rules, { locale })),
  }

  const change = (name: string, value: string | boolean) => {
    setValues((now) => ({ ...now, [name]: value }))
    setRefused(({ [name]: _, ...others }) => others)
  }
  const errorOf = (name: string) => {
    const message = broken[name]
    if (typeof message === 'string') return message
    const own = message?.rule === 'required' ? requiredTexts : texts
    return (message && own[name]) || fieldError(message, labels[name] ?? name, t)
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setChecked(true)
    setError(null)
    setNamedAtField(false)
    const found = checkForm(values, rules, { locale })
    if (focusFirst(form, Object.keys(found)) || isBusy) return
    setBusy(true)
    try {
      await send(values)
    } catch (failure) {
      setError(failure)
      if (failure instanceof ApiError) {
        const fields = Object.entries(failure.fields)
        const isNamed = (name: string, rule: string) => isFaultOfField(failure, rule) && name in values
        setNamedAtField(fields.some(([name, rule]) => isNamed(name, rule)))
        setRefused(
          Object.fromEntries(
            fields.map(([name, rule]) => [
              name,
              isNamed(name, rule) ? failureText(failure, t) : refusal(rule, rules[name]),
            ]),
          ),
        )
        focusFirst(
          form,
          fields.map(([name]) => name),
        )
      }
    } finally {
      setBusy(false)
    }
  }
  return {
    values,
    isBusy,
    error,
    failure: error === null || isNamedAtField ? null : failureText(error, t),
    setError,
    /** Fields that nobody has touched get what is stored now. */
    follow(from: Values, to: Values) {
      setValues((now) => {
        const isTouched = (name: string) => now[name] !== from[name]
        return { ...to, ...Object.fromEntries(Object.entries(now).filter(([name]) => isTouched(name))) }
      })
    },
    reset() {
      setValues(initial)
      setChecked(false)
    },
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    text: (name: keyof Values & string) => ({
      name,
      label: labels[name] ?? name,
      value: String(values[name]),
      error: errorOf(name),
      onChange: (value: string) => change(name, value),
    }),
    check: (name: keyof Values & string) => ({
      name,
      checked: values[name] === true,
      error: errorOf(name),
      onChange: (checked: boolean) => change(name, checked),
    }),
  }
}

/** The failure itself explains the field better than any rule: a wrong password, a name that is taken. */
function isFaultOfField(failure: ApiError, rule: string): boolean {
  return rule === 'is_not' && failure.code !== 'invalid_request'
}

/** The server only names the rule; the figure in its message comes from the shared rule. */
function refusal(rule: string, rules: readonly FormRule[] = []): FormMessage {
  if (isRangeRule(rule)) return { rule, key: `validation.${rule}`, params: {} }
  const known = rules.find((candidate) => candidate.rule === rule)
  const { rule: name = 'regex', ...params } = known ?? {}
  return { rule: name, key: `validation.${name}`, params: params as FormMessage['params'] }
}
