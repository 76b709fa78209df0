import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Settings } from '../settings.ts'
import type { Background } from './background.ts'
import type { Db } from './db/db.ts'
import type { DatabaseState } from './db/watch-database.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { SecretBox } from './keys/secret-box.ts'
import type { LiveHub } from './live/start-live-hub.ts'
import type { Mailer } from './mail/start-mailer.ts'

/** What the platform offers every feature; `Deps` adds what features offer one another. */
export interface PlatformDeps {
  db: Db
  /** The health of this process, known without any request. */
  health: { database(): DatabaseState; isStopping(): boolean }
  /** Epoch milliseconds; a test sets its own. */
  clock: { now(): number }
  log: Logger
  settings: Settings
  metrics: Registry
  live: LiveHub
  jobs: Jobs
  mailer: Mailer
  /** Work whose duration an answer must not reveal. */
  background: Background
  /** Encrypts secrets in the database. */
  secrets: SecretBox
}
