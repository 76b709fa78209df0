import { ArchiveError } from './read-archive.ts'

/** What the signed description of an image says: its version, the hardware that it is for, and the hash of each file. */
export interface ImageDescription {
  version: string
  hardware: string[]
  files: Map<string, string>
}

type Value = string | number | boolean | Value[] | { [name: string]: Value }

const deepest = 20
const most = 5_000
const token =
  /\s+|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/|(?<text>"(?:[^"\\]|\\.)*")|(?<word>[A-Za-z*][\w*-]*)|(?<number>[-+]?(?:0x[0-9a-fA-F]+L{0,2}|[\d.]+(?:[eE][-+]?\d+)?L{0,2}))|(?<mark>[={}()[\],;:])/y

/** Reads a `sw-description` of SWUpdate, which is in the language of libconfig. Throws `ArchiveError`. */
export function readDescription(text: string): ImageDescription {
  const { software } = readSettings(tokenize(text))
  if (!isGroup(software)) throw new ArchiveError('sw-description has no group "software"')
  const { version } = software
  if (typeof version !== 'string' || !/^[\w.+~:-]{1,60}$/.test(version))
    throw new ArchiveError('sw-description has no version of up to 60 letters, digits and dots')
  const found: Omit<ImageDescription, 'version'> = { hardware: [], files: new Map() }
  collect(software, found)
  if (found.files.size === 0) throw new ArchiveError('sw-description names no file')
  if (found.hardware.some((revision) => revision.startsWith('#RE:')))
    throw new ArchiveError('hardware-compatibility must list revisions, patterns are not understood')
  return { version, hardware: [...new Set(found.hardware)], files: found.files }
}

function collect(value: Value, found: Omit<ImageDescription, 'version'>): void {
  if (Array.isArray(value)) for (const item of value) collect(item, found)
  if (!isGroup(value)) return
  const { filename, sha256 } = value
  if (filename !== undefined) {
    if (typeof filename !== 'string' || typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/i.test(sha256))
      throw new ArchiveError('sw-description has a file without its sha256')
    const hash = sha256.toLowerCase()
    if ((found.files.get(filename) ?? hash) !== hash)
      throw new ArchiveError(`sw-description has two hashes of ${filename}`)
    found.files.set(filename, hash)
  }
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'hardware-compatibility' && Array.isArray(inner))
      found.hardware.push(...inner.filter((item) => typeof item === 'string'))
    else collect(inner, found)
  }
}

const isGroup = (value: Value | undefined): value is { [name: string]: Value } =>
  typeof value === 'object' && !Array.isArray(value)

interface Token {
  kind: 'text' | 'word' | 'number' | 'mark'
  text: string
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const groups = token.exec(text)?.groups
    if (!groups) throw new ArchiveError('sw-description cannot be read')
    const kind = (['text', 'word', 'number', 'mark'] as const).find((name) => groups[name] !== undefined)
    if (kind) tokens.push({ kind, text: groups[kind]! })
    if (tokens.length > most) throw new ArchiveError('sw-description is too long')
  }
  return tokens
}

function readSettings(tokens: readonly Token[]): { [name: string]: Value } {
  let at = 0
  const isMark = (mark: string) => tokens[at]?.kind === 'mark' && tokens[at]!.text === mark
  function take(...marks: string[]): boolean {
    const isThere = marks.some(isMark)
    if (isThere) at++
    return isThere
  }
  const fail = (): never => {
    throw new ArchiveError('sw-description cannot be read')
  }

  function readGroup(end: string | null, depth: number): { [name: string]: Value } {
    const group: { [name: string]: Value } = Object.create(null)
    while (end === null ? at < tokens.length : !isMark(end)) {
      const name = tokens[at++]
      if (name?.kind !== 'word' || Object.hasOwn(group, name.text) || !take('=', ':')) fail()
      group[name!.text] = readValue(depth + 1)
      take(';', ',')
    }
    return group
  }

  function readList(end: string, depth: number): Value[] {
    const list: Value[] = []
    while (!isMark(end)) {
      list.push(readValue(depth + 1))
      if (!take(',') && !isMark(end)) fail()
    }
    return list
  }

  function readValue(depth: number): Value {
    if (depth > deepest || at >= tokens.length) fail()
    const { kind, text } = tokens[at++]!
    if (kind === 'number') return Number.parseFloat(text)
    if (kind === 'word') return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : fail()
    if (kind === 'text') {
      let whole = readText(text)
      while (tokens[at]?.kind === 'text') whole += readText(tokens[at++]!.text)
      return whole
    }
    const value =
      text === '{'
        ? readGroup('}', depth)
        : text === '('
          ? readList(')', depth)
          : text === '['
            ? readList(']', depth)
            : fail()
    at++
    return value
  }

  return readGroup(null, 0)
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', f: '\f' }
const readText = (quoted: string) =>
  quoted.slice(1, -1).replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter)
