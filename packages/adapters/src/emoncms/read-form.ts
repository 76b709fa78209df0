const mostFields = 50

/** The fields of a form body, `a=1&b=2`; what is not well encoded is left out. */
export function readForm(body: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const part of body.split('&', mostFields)) {
    const equals = part.indexOf('=')
    if (equals <= 0) continue
    const [name, value] = [decode(part.slice(0, equals)), decode(part.slice(equals + 1))]
    if (name !== null && value !== null && !fields.has(name)) fields.set(name, value)
  }
  return fields
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}
