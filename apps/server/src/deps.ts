import type { Calculator } from './features/calculations/start-calculator.ts'
import type { Link } from './features/link/link.ts'
import type { Notices } from './features/notices/start-notices.ts'
import type { PortalClient } from './features/portal/client/portal-client.ts'
import type { CsvReader } from './features/portal/csv/start-csv-reader.ts'
import type { Imports } from './features/portal/import/imports.ts'
import type { SpotMarket } from './features/spot-market/running-spot-market.ts'
import type { EnergyFinisher } from './features/telemetry/energy-finisher.ts'
import type { Tunnels } from './features/tunnel/start-tunnels.ts'
import type { Updates } from './features/updates/start-updates.ts'
import type { WeatherClient } from './features/weather/weather-client.ts'
import type { LeasedWork } from './platform/jobs/leased-work.ts'
import type { PlatformDeps } from './platform/platform-deps.ts'

/** What every part of the server may use; built once in `start-server.ts`. */
export interface Deps extends PlatformDeps {
  /** Recomputes energy after late readings, in the background. */
  finisher: EnergyFinisher
  link: Link
  /** Telling people of alarms, in the background. */
  notices: Notices
  /** To the own pages of controllers; null where this platform has none. */
  tunnels: Tunnels | null
  /** Network fees, in threads of their own. */
  calculator: Calculator
  /** Pricing months again after changes of prices, in the background. */
  repricings: LeasedWork
  /** Files of readings, in a thread of their own. */
  csvReader: CsvReader
  /** Changes of many locations at once, in the background. */
  bulkChanges: LeasedWork
  /** Updates of controllers, taken on in the background. */
  updates: Updates
  /** Past weather. */
  weather: WeatherClient
  /** Day-ahead prices, fetched in the background. */
  spotMarket: SpotMarket
  /** The national metering portal. */
  portal: PortalClient
  /** Imports from it, in the background. */
  imports: Imports
}
