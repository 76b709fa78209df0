export interface Imports {
  /** Starts the import of a device at once; returns its job's id, or null if it has to wait for its turn. */
  start(deviceId: number): Promise<number | null>
  /** Starts waiting imports; resolves when none is left that is due and all have finished. */
  look(): Promise<void>
  close(): Promise<void>
}
