/**
 * The `and …` conditions in the text of an SQL template, each up to the next condition, the next clause or the end of
 * its brackets. Brackets or `${…}` within a condition belong to it.
 */
export function findSqlConditions(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  for (const { index } of text.matchAll(/\band\b/gi)) {
    if (/between\s+(\S+|\$\{[^}]*\})\s*$/i.test(text.slice(0, index))) continue
    found.push({ start: index, end: endOfCondition(text, index + 3) })
  }
  return found
}

const nextClause =
  /^(and|or|where|order by|group by|having|returning|limit|offset|on conflict|union|for update|then|left join|join|when|do update)\b/i

function endOfCondition(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const letter = text[at]!
    if (letter === '(' || letter === '{') depth++
    else if (letter === ')' || letter === '}') {
      if (depth === 0) return at
      depth--
    } else if (depth === 0) {
      if (letter === '`') return at
      if (/\s/.test(text[at - 1]!) && nextClause.test(text.slice(at, at + 20))) return at
    }
  }
  return text.length
}
