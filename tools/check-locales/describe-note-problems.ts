import { readMessage } from './read-message.ts'

/** What a data file may hold: notes stand in lists of that name, each with the key of its text and the text's values. */
export type NotedData = Record<string, unknown>

interface Note {
  key: string
  [value: string]: unknown
}

/**
 * Texts that only data names: every note needs a text with just its values, and a text that no note names is left over.
 * `english` stands for all catalogues, which are held against it elsewhere.
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
