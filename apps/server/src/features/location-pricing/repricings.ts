export interface Repricings {
  /** Starts what is due, each as a job; resolves when they have begun. Never rejects: it is looked again soon. */
  begin(): Promise<void>
  close(): Promise<void>
}
