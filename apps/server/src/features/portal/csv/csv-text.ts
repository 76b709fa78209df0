/** UTF-8 as the portal writes it, or what a spreadsheet of this region made of it. */
export function decodeCsv(content: Uint8Array): string {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(content)
  try {
    return withoutHint(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch {
    return withoutHint(new TextDecoder('windows-1250').decode(content))
  }
}

/** A first line such as `sep=;` is meant for spreadsheets. */
const withoutHint = (text: string) => text.replace(/^sep=.\r?\n/i, '')

/**
 * EIMM or GSRN as in the portal's file; empty if a spreadsheet turned it into a date or a rounded number, such as
 * `3,83112E+17`.
 */
export const readIdentifier = (cell: string): string => (/^\d[\d-]{2,39}$/.test(cell) ? cell : '')
