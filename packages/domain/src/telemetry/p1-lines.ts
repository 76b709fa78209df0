/** One line of a telegram: `1-0:1.8.0*255(00032549.506*kWh)` → code '1-0:1.8.0', groups ['00032549.506*kWh']. */
export interface ObisLine {
  /** Medium and channel, '1-0' if the meter omits them. */
  channel: string
  /** C.D.E, '1.8.0'. */
  code: string
  groups: string[]
}

const linePattern = /^(?:(\d{1,3}-\d{1,3}):)?(\d{1,3}\.\d{1,3}(?:\.\d{1,3})?)(?:\*\d{1,3})?(?=\()/
const maxGroups = 200

/**
 * The lines of a telegram's body that have a code. A line that begins with a bracket continues the previous one
 * (gas values of old meters); malformed codes, such as the `99:97.0` of some meters, are skipped.
 */
export function parseObisLines(body: string): ObisLine[] {
  const lines: ObisLine[] = []
  for (const raw of body.split(/\r\n|\n|\r/)) {
    const line = raw.trim()
    if (line.startsWith('(')) {
      const last = lines.at(-1)
      if (last) last.groups.push(...groupsOf(line, maxGroups - last.groups.length))
      continue
    }
    const match = linePattern.exec(line)
    if (!match) continue
    lines.push({
      channel: match[1] ?? '1-0',
      code: match[2]!,
      groups: groupsOf(line.slice(match[0].length), maxGroups),
    })
  }
  return lines
}

function groupsOf(text: string, most: number): string[] {
  const groups: string[] = []
  let position = 0
  while (groups.length < most && text[position] === '(') {
    const end = text.indexOf(')', position)
    if (end < 0) break
    groups.push(text.slice(position + 1, end))
    position = end + 1
  }
  return groups
}

/** '00.244*kW' → { value: 0.244, unit: 'kW' }; null for anything else than a plain decimal number. */
export function parseQuantity(group: string | undefined): { value: number; unit: string } | null {
  const match = /^(-?\d{1,12}(?:\.\d{1,9})?)(?:\*([A-Za-z0-9]{1,8}))?$/.exec(group ?? '')
  return match ? { value: Number(match[1]), unit: match[2] ?? '' } : null
}
