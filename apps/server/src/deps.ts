import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Calculator } from './features/calculations/start-calculator.ts'
import type { Link } from './features/link/start-link.ts'
import type { PortalClient } from './features/portal/client/portal-client.ts'
import type { CsvReader } from './features/portal/csv/start-csv-reader.ts'
import type { Imports } from './features/portal/import/start-imports.ts'
import type { EnergyFinisher } from './features/telemetry/energy-finisher.ts'
import type { WeatherClient } from './features/weather/weather-client.ts'
import type { Background } from './platform/background.ts'
import type { Db } from './platform/db/db.ts'
import type { DatabaseState } from './platform/db/watch-database.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { SecretBox } from './platform/keys/secret-box.ts'
import type { LiveHub } from './platform/live/start-live-hub.ts'
import type { Mailer } from './platform/mail/start-mailer.ts'
import type { Settings } from './settings.ts'

/** What every edge of the server may use; built once in `start-server.ts`. */
export interface Deps {
  db: Db
  /** How this process is, known without asking anybody. */
  health: { database(): DatabaseState; isStopping(): boolean }
  /** Epoch milliseconds; a test sets its own. */
  clock: { now(): number }
  log: Logger
  settings: Settings
  metrics: Registry
  /** Energy that late readings have made due, in the background. */
  finisher: EnergyFinisher
  live: LiveHub
  jobs: Jobs
  link: Link
  mailer: Mailer
  /** Network fees, in threads of their own. */
  calculator: Calculator
  /** Files of readings, in a thread of their own. */
  csvReader: CsvReader
  /** Past weather. */
  weather: WeatherClient
  /** Work whose time an answer must not show. */
  background: Background
  /** Encrypts what the database must not tell. */
  secrets: SecretBox
  /** The national metering portal. */
  portal: PortalClient
  /** What is read from it, in the background. */
  imports: Imports
}
