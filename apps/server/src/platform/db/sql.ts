/** A statement with its parameters. Values never become part of the text, so a value cannot be read as SQL. */
export interface Sql {
  readonly text: string
  readonly params: readonly unknown[]
}

const isSql = (value: unknown): value is Sql =>
  typeof value === 'object' && value !== null && (value as { [marker]?: true })[marker] === true
const marker = Symbol('sql')

/** Tagged template: `sql\`select … where id = ${id}\``. A nested `sql` value is inserted with its parameters. */
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  const params: unknown[] = []
  let text = strings[0]!
  values.forEach((value, index) => {
    if (isSql(value)) {
      text += value.text.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + params.length}`)
      params.push(...value.params)
    } else {
      params.push(value)
      text += `$${params.length}`
    }
    text += strings[index + 1]!
  })
  return { text, params, [marker]: true } as Sql
}

/** Text from our own code (a table name, a direction), never input. */
export function rawSql(text: string): Sql {
  return { text, params: [], [marker]: true } as Sql
}

/** Text from our own code with its own $1, $2 …, for lists of a length that a template cannot have. */
export function withParams(text: string, params: readonly unknown[]): Sql {
  return { text, params, [marker]: true } as Sql
}
