import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

export interface MessageShape {
  /** The values used in the message, sorted. */
  names: string[]
  /** The forms of each plural in it; an exact count is its number. */
  plurals: string[][]
}

/** The values and plurals of a message; null if it cannot be parsed. */
export function readMessage(text: string): MessageShape | null {
  const names = new Set<string>()
  const plurals: string[][] = []
  const visit = (parts: CompiledMessage) => {
    for (const part of parts) {
      if (typeof part === 'string') continue
      const [name, type, format] = part
      if (name !== '#') names.add(name)
      if (typeof format !== 'object' || format === null) continue
      const choices = Object.entries(format).filter(([form]) => form !== 'offset')
      if (type === 'plural') plurals.push(choices.map(([form]) => form))
      for (const [, choice] of choices) visit(choice as CompiledMessage)
    }
  }
  try {
    visit(compileMessageOrThrow(text))
  } catch {
    return null
  }
  return { names: [...names].sort(), plurals }
}

/** The words of a message in all its variants, without the names of its values. */
export function readWords(text: string): string {
  const readParts = (parts: CompiledMessage): string =>
    parts
      .map((part) => {
        if (typeof part === 'string') return part
        const choices = typeof part[2] === 'object' && part[2] !== null ? Object.values(part[2]) : []
        return ` ${choices.map((choice) => (Array.isArray(choice) ? readParts(choice) : '')).join(' ')} `
      })
      .join('')
  try {
    return readParts(compileMessageOrThrow(text))
  } catch {
    return ''
  }
}
