import { type PGlite, protocol, parse as readAnswer } from '@electric-sql/pglite'
import type { EngineAnswer } from './engine-messages.ts'

const { serialize } = protocol

interface Prepared {
  name: string
  /** The types of the parameters as the database sees them, as type numbers. */
  types: readonly number[]
}

/** The least recently used are dropped first: the texts of some queries depend on the request. */
const mostKept = 300

/**
 * Runs queries through prepared statements of the embedded database, each in a single exchange: parsing one again costs
 * more than running it. They are planned for their values each time, as tables grow without statistics being updated.
 */
export function keepPreparedStatements(database: PGlite, limit = mostKept) {
  const kept = new Map<string, Prepared>()
  let made = 0

  const send = (...messages: Uint8Array[]) =>
    database.execProtocolStream(Buffer.concat([...messages, serialize.sync()]))

  async function prepare(text: string): Promise<Prepared> {
    const name = `s${made++}`
    const answer = await send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }))
    const statement = { name, types: readAnswer.parseDescribeStatementResults(answer) }
    kept.set(text, statement)
    const [oldest] = kept
    if (kept.size > limit && oldest) {
      kept.delete(oldest[0])
      await send(serialize.close({ type: 'S', name: oldest[1].name }))
    }
    return statement
  }

  function markUsed(text: string, statement: Prepared): void {
    kept.delete(text)
    kept.set(text, statement)
  }

  return {
    async query(text: string, params: readonly unknown[] = []): Promise<EngineAnswer> {
      const statement = kept.get(text) ?? (await prepare(text))
      markUsed(text, statement)
      const values = params.map((value, index) => {
        if (value === null || value === undefined) return null
        // Bytes are in the database's own form, whatever the type; the driver would make a string of every one.
        if (value instanceof Uint8Array) return value
        const toText = database.serializers[statement.types[index]!]
        return toText ? toText(value) : String(value)
      })
      const answer = await send(
        serialize.bind({ statement: statement.name, values }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
      )
      const [result] = readAnswer.parseResults(answer, database.parsers)
      const rows = (result?.rows ?? []) as object[]
      return { rows, count: result?.affectedRows ?? rows.length }
    },
    /** After a schema change: the result type of a statement is fixed when it is prepared. */
    async forgetAll(): Promise<void> {
      kept.clear()
      await send(serialize.query('deallocate all'))
    },
  }
}
