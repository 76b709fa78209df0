import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import type { EngineAnswer, EngineRequest } from './engine-messages.ts'
import { keepPreparedStatements } from './prepared-statements.ts'
import { typeParsers } from './type-parsers.ts'

const bytea = 17
const parsers = {
  ...Object.fromEntries(Object.entries(typeParsers).map(([oid, parse]) => [Number(oid), parse])),
  [bytea]: (text: string) => Uint8Array.fromHex(text.slice(2)),
}

/** The embedded database itself, in the calling thread: handles one request after the other. */
export async function startEngine(
  options: PGliteOptions,
  onNotice: (channel: string, payload: string) => void,
): Promise<(request: EngineRequest) => Promise<EngineAnswer>> {
  const database = await PGlite.create({ ...options, relaxedDurability: true, parsers })
  await database.exec(`set timezone to 'UTC'; set plan_cache_mode to force_custom_plan`)
  const statements = keepPreparedStatements(database)
  return async ({ op, text, params }) => {
    switch (op) {
      case 'query':
        return database.runExclusive(() => statements.query(text, params))
      case 'script':
        await database.exec(text)
        await database.runExclusive(() => statements.forgetAll())
        break
      case 'listen':
        await database.listen(text, (payload) => onNotice(text, payload))
        break
      case 'close':
        await database.close()
    }
    return { rows: [], count: 0 }
  }
}
