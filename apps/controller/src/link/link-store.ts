import { DatabaseSync } from 'node:sqlite'
import { type ControllerSample, linkLimits, type ReplyState } from '@ohmstead/contract/controller-messages'

/** A group of stored batches that are sent together, oldest first. */
export interface Backlog {
  firstId: number
  lastId: number
  stepSeconds: number | null
  /** The samples as JSON text without the brackets of the list. */
  samplesText: string
  sampleCount: number
}

export interface StoredAnswer {
  state: ReplyState
  code: string | null
  text: string | null
  result: Record<string, unknown>
}

/**
 * A controller's persistent state: readings that the cloud has not acknowledged, its sequence number, the answers
 * to commands of the last day, and a few documents (state of the plant, credentials). One SQLite file that syncs
 * every commit, so that it survives kill −9 and a power cut.
 */
export interface LinkStore {
  transaction<T>(work: () => T): T
  /** The next sequence number; never the same twice. */
  takeSeq(): number
  /** Stores samples. `seq` marks them as on their way, null as waiting. */
  keep(samples: readonly ControllerSample[], stepSeconds: number | null, seq: number | null): void
  /** The oldest waiting batches, as many as fit into one message; null without any. */
  findBacklog(maxBytes?: number): Backlog | null
  markSent(backlog: Backlog, seq: number): void
  /** Everything sent up to and including `seq` is stored in the cloud and may be deleted. */
  forgetSent(seq: number): void
  /** After a lost connection everything that was on its way waits again. */
  markAllWaiting(): void
  countBatches(): number
  findAnswer(commandId: string): StoredAnswer | null
  rememberAnswer(commandId: string, answer: StoredAnswer, now: number): void
  readDocument<T>(key: string): T | null
  writeDocument(key: string, value: unknown): void
  close(): void
}

/** Fourteen days at a message per minute; seven days at five minutes are a tenth of that. */
const defaultBatches = 20_160
const answerMs = 86_400_000

const schema = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table if not exists batch (
    id integer primary key autoincrement, step integer, seq integer, count integer not null, samples text not null);
  create index if not exists batch_seq on batch (seq);
  create table if not exists answer (id text primary key, answer text not null, at integer not null);
  create table if not exists document (key text primary key, value text not null);
`

export function openLinkStore(path: string, options: { maxBatches?: number } = {}): LinkStore {
  const db = new DatabaseSync(path, { timeout: 5_000 })
  db.exec(schema)
  const maxBatches = options.maxBatches ?? defaultBatches
  const statements = {
    keep: db.prepare('insert into batch (step, seq, count, samples) values (?, ?, ?, ?) returning id'),
    trim: db.prepare('delete from batch where id <= (select max(id) from batch) - ?'),
    waiting: db.prepare(
      'select id, step, count, samples from batch where seq is null order by id limit 1000',
    ),
    sent: db.prepare('update batch set seq = ? where seq is null and id between ? and ?'),
    forget: db.prepare('delete from batch where seq <= ?'),
    again: db.prepare('update batch set seq = null where seq is not null'),
    count: db.prepare('select count(*) as count from batch'),
    findAnswer: db.prepare('select answer from answer where id = ?'),
    saveAnswer: db.prepare('insert or replace into answer (id, answer, at) values (?, ?, ?)'),
    trimAnswers: db.prepare('delete from answer where at < ?'),
    read: db.prepare('select value from document where key = ?'),
    write: db.prepare('insert or replace into document (key, value) values (?, ?)'),
  }
  let depth = 0
  const store: LinkStore = {
    transaction(work) {
      if (depth > 0) return work()
      db.exec('begin immediate')
      depth += 1
      try {
        const result = work()
        db.exec('commit')
        return result
      } catch (error) {
        db.exec('rollback')
        throw error
      } finally {
        depth -= 1
      }
    },
    takeSeq() {
      const seq = (store.readDocument<number>('seq') ?? 0) + 1
      store.writeDocument('seq', seq)
      return seq
    },
    keep(samples, stepSeconds, seq) {
      statements.keep.run(stepSeconds, seq, samples.length, JSON.stringify(samples).slice(1, -1))
      statements.trim.run(maxBatches)
    },
    findBacklog(maxBytes = linkLimits.recommendedBytes - 200) {
      const rows = statements.waiting.all() as {
        id: number
        step: number | null
        count: number
        samples: string
      }[]
      const first = rows[0]
      if (!first) return null
      const backlog = {
        firstId: first.id,
        lastId: first.id,
        stepSeconds: first.step,
        samplesText: first.samples,
        sampleCount: first.count,
      }
      for (const row of rows.slice(1)) {
        const isFull =
          Buffer.byteLength(backlog.samplesText) + Buffer.byteLength(row.samples) + 1 > maxBytes ||
          backlog.sampleCount + row.count > linkLimits.samplesPerMessage
        if (row.step !== backlog.stepSeconds || isFull) break
        backlog.samplesText += `,${row.samples}`
        backlog.sampleCount += row.count
        backlog.lastId = row.id
      }
      return backlog
    },
    markSent: (backlog, seq) => void statements.sent.run(seq, backlog.firstId, backlog.lastId),
    forgetSent: (seq) => void statements.forget.run(seq),
    markAllWaiting: () => void statements.again.run(),
    countBatches: () => (statements.count.get() as { count: number }).count,
    findAnswer(commandId) {
      const row = statements.findAnswer.get(commandId) as { answer: string } | undefined
      return row ? (JSON.parse(row.answer) as StoredAnswer) : null
    },
    rememberAnswer(commandId, answer, now) {
      statements.trimAnswers.run(now - answerMs)
      statements.saveAnswer.run(commandId, JSON.stringify(answer), now)
    },
    readDocument<T>(key: string) {
      const row = statements.read.get(key) as { value: string } | undefined
      return row ? (JSON.parse(row.value) as T) : null
    },
    writeDocument: (key, value) => void statements.write.run(key, JSON.stringify(value)),
    close: () => db.close(),
  }
  return store
}
