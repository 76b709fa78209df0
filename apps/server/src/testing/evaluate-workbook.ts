import { readZipTexts } from './read-zip.ts'

interface Cell {
  /** As it is stored: of a formula its result. */
  value: string | number
  formula: string | null
}

export type Sheet = Map<string, Cell>

/** The sheets of a workbook by name: enough to check that its formulas come to the results stored with them. */
export function readSheets(file: Uint8Array): Map<string, Sheet> {
  const parts = readZipTexts(Buffer.from(file))
  const text = (name: string) => parts.get(name) ?? ''
  const strings = [...text('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, si]) =>
    [...si!.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, t]) => plainText(t!)).join(''),
  )
  const names = [...text('xl/workbook.xml').matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, name]) =>
    plainText(name!),
  )
  return new Map(
    names.map((name, at) => {
      const sheet: Sheet = new Map()
      for (const [, attributes, inner = ''] of text(`xl/worksheets/sheet${at + 1}.xml`).matchAll(
        /<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs,
      )) {
        const place = /r="([A-Z]+\d+)"/.exec(attributes!)![1]!
        const type = /t="(\w+)"/.exec(attributes!)?.[1]
        const raw = /<v>(.*?)<\/v>/s.exec(inner)?.[1]
        const formula = /<f>(.*?)<\/f>/s.exec(inner)?.[1]
        const own = /<t[^>]*>(.*?)<\/t>/s.exec(inner)?.[1]
        if (raw === undefined && own === undefined) continue
        const value =
          type === 's'
            ? strings[Number(raw)]!
            : own !== undefined
              ? plainText(own)
              : type
                ? plainText(raw!)
                : Number(raw)
        sheet.set(place, { value, formula: formula === undefined ? null : plainText(formula) })
      }
      return [name, sheet]
    }),
  )
}

const plainText = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

/** What a formula of SUM, SUMIFS, ROUND, products, sums and differences comes to, from stored values only. */
export function evaluate(sheets: ReadonlyMap<string, Sheet>, own: Sheet, formula: string): number {
  let at = 0
  const take = (pattern: RegExp): string | null => {
    const found = new RegExp(`^(?:${pattern.source})`).exec(formula.slice(at))?.[0] ?? null
    at += found?.length ?? 0
    return found
  }
  const numberAt = (sheet: Sheet, place: string) => {
    const value = sheet.get(place)?.value ?? 0
    return typeof value === 'number' ? value : 0
  }
  function reference(): { sheet: Sheet; from: string; to: string } | null {
    const start = at
    const name = take(/'(?:[^']|'')*'!/)
    const sheet = name ? sheets.get(name.slice(1, -2).replaceAll("''", "'"))! : own
    const range = take(/\$?[A-Z]+\$?\d*(?::\$?[A-Z]+\$?\d*)?/)
    if (range === null || formula[at] === '(') {
      at = start
      return null
    }
    const [from = '', to = from] = range.replaceAll('$', '').split(':')
    return { sheet, from, to }
  }
  function listOf({ sheet, from, to }: { sheet: Sheet; from: string; to: string }): (string | number)[] {
    const column = /[A-Z]+/.exec(from)![0]
    const first = Number(/\d+/.exec(from)?.[0] ?? 1)
    const last = Number(/\d+/.exec(to)?.[0] ?? 10_000)
    const values: (string | number)[] = []
    for (let row = first; row <= last; row++) values.push(sheet.get(`${column}${row}`)?.value ?? 0)
    return values
  }
  function term(): number {
    const name = take(/SUMIFS\(|SUM\(|ROUND\(/)
    if (name === 'ROUND(') {
      const value = sum()
      take(/,/)
      const decimals = Number(take(/\d+/))
      take(/\)/)
      return Math.sign(value) * Number(`${Math.round(Number(`${Math.abs(value)}e${decimals}`))}e-${decimals}`)
    }
    if (name === 'SUM(') {
      const values = listOf(reference()!)
      take(/\)/)
      return values.reduce<number>((all, one) => all + (typeof one === 'number' ? one : 0), 0)
    }
    if (name === 'SUMIFS(') {
      const values = listOf(reference()!)
      const conditions: { list: (string | number)[]; equals: string | number }[] = []
      while (take(/,/)) {
        const list = listOf(reference()!)
        take(/,/)
        const literal = take(/-?\d+(?:\.\d+)?/)
        const place = literal === null ? reference()! : null
        conditions.push({ list, equals: place ? place.sheet.get(place.from)!.value : Number(literal) })
      }
      take(/\)/)
      return values.reduce<number>(
        (all, one, row) =>
          typeof one === 'number' && conditions.every(({ list, equals }) => list[row] === equals)
            ? all + one
            : all,
        0,
      )
    }
    const literal = take(/\d+(?:\.\d+)?/)
    if (literal !== null) return Number(literal)
    const place = reference()
    if (!place) throw new Error(`${formula} is not understood at ${formula.slice(at)}`)
    return numberAt(place.sheet, place.from)
  }
  function product(): number {
    let value = term()
    while (take(/\*/)) value *= term()
    return value
  }
  function sum(): number {
    let value = product()
    for (;;) {
      const sign = take(/[+-]/)
      if (sign === null) return value
      value += sign === '+' ? product() : -product()
    }
  }
  const result = sum()
  if (at < formula.length) throw new Error(`${formula} is not understood at ${formula.slice(at)}`)
  return result
}
