const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}

/** HTML that is safe as is: it was built by `html` and nowhere else. */
class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

/** Tagged template: every value is escaped, unless it is itself made by `html`; false and null render nothing. */
export function html(
  strings: TemplateStringsArray,
  ...values: (Html | readonly Html[] | string | false | null)[]
): Html {
  let text = strings[0]!
  values.forEach((value, index) => {
    if (value instanceof Html) text += value.text
    else if (Array.isArray(value)) text += value.join('')
    else if (value) text += escapeHtml(value as string)
    text += strings[index + 1]!
  })
  return new Html(text)
}
export type { Html }
