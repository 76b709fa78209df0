import type { BrokerHashes } from './broker-password.ts'

/** A password that was just made; afterwards only its hashes are known. */
export interface ControllerPassword {
  plain: string
  hashes: BrokerHashes
}

/** What the database knows of a controller's account at a broker. */
export interface ControllerAccount {
  serial: string
  isRevoked: boolean
  /** Null if the password was issued before hashes for brokers were kept. */
  hashes: BrokerHashes | null
}

export interface AccountsState {
  /** Why controllers cannot be added, re-keyed or revoked at the broker; null if they can be. */
  obstacle: string | null
  /** Controllers that the broker does not let in, because it has no account of them. */
  missing: number
}

export interface FillResult {
  added: number
  /** Known by another password than the database's. */
  replaced: number
  removed: number
  /** Not known to the broker, and impossible to add. */
  missing: number
}

export interface FillOptions {
  findAccounts(): Promise<ControllerAccount[]>
  /** Replaces passwords that differ, too; otherwise somebody may just be renewing them. */
  replacesOthers: boolean
  onProgress?(done: number, all: number): void
}

/** The accounts of controllers at an external broker that keeps passwords and rights itself. */
export interface BrokerCredentials {
  /** Accepts a controller with this password; null locks it out. Sessions with the old one end. Rejects with `unavailable`. */
  set(serial: string, password: ControllerPassword | null): Promise<void>
  /** The same for many controllers that have no sessions yet, in few calls. */
  setAll(accounts: readonly (readonly [serial: string, password: ControllerPassword | null])[]): Promise<void>
  /** Why accounts cannot be managed, and what to do about it; null if they can be. */
  findObstacle(): Promise<string | null>
  /** Adds the accounts that the broker lacks, and removes those of revoked controllers. */
  fill(options: FillOptions): Promise<FillResult>
}
