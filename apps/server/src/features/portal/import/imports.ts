export interface Imports {
  /** Starts the import of a device at once; its job's id, or null where it has to wait for its turn. */
  start(deviceId: number): Promise<number | null>
  /** Looks for imports that wait and starts them; resolves when none is left that is due, each having run. */
  look(): Promise<void>
  close(): Promise<void>
}
