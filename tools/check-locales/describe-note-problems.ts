import { readMessage } from './read-message.ts'

/** The content of a data file: notes are in lists of that name, each with the key of its text and the text's values. */
export type NotedData = Record<string, unknown>

interface Note {
  key: string
  [value: string]: unknown
}

/**
 * Texts used only by data: every note needs a text with exactly its values, and a text without a note is unused.
 * `english` represents all catalogues, which are compared with it elsewhere.
 */
export function describeNoteProblems(
  english: Record<string, string>,
  prefix: string,
  files: Record<string, NotedData>,
): string[] {
  const problems: string[] = []
  const named = new Set<string>()
  for (const [file, data] of Object.entries(files)) {
    for (const { key, ...values } of notesIn(data)) {
      const name = prefix + key
      named.add(name)
      const text = english[name]
      if (text === undefined) problems.push(`${name}: named in ${file}, but no catalogue has it`)
      else if (readMessage(text)?.names.join() !== Object.keys(values).sort().join())
        problems.push(`${name}: its text names other values than ${file}`)
    }
  }
  for (const name of Object.keys(english))
    if (name.startsWith(prefix) && !named.has(name)) problems.push(`${name}: no data names it`)
  return [...new Set(problems)]
}

function notesIn(value: unknown): Note[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, own]) => (name === 'notes' ? (own as Note[]) : notesIn(own)))
}
