/** Moves the focus to the first field in the order of the form that is named; returns whether any is named. */
export function focusFirst(form: HTMLElement, names: readonly string[]): boolean {
  const fields = [...form.querySelectorAll<HTMLElement>('[name]')]
  fields.find((field) => names.includes(field.getAttribute('name') ?? ''))?.focus()
  return names.length > 0
}
