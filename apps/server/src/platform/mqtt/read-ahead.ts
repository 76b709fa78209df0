// How much may wait for the database: of one slot, so that the live readings of its other controllers wait for no more than
// some hundred messages of one that catches up, and of all slots of a process together.
const mostMessages = 600
const mostBytes = 4 * 1024 * 1024
const mostBytesAltogether = 64 * 1024 * 1024
// Besides a message's bytes.
const bytesPerMessage = 512

export interface Held {
  /** Counts a message until the returned function is called. */
  hold(length: number): () => void
  /** A slot that holds nothing may always read, so each goes on when its own messages are stored. */
  mayRead(): boolean
}

/** What the slots of this process have read and not stored yet. */
export function createReadAhead() {
  let bytesAltogether = 0
  let messagesAltogether = 0
  return {
    open(): Held {
      let messages = 0
      let bytes = 0
      return {
        hold: (length) => {
          const size = length + bytesPerMessage
          messages++
          messagesAltogether++
          bytes += size
          bytesAltogether += size
          return () => {
            messages--
            messagesAltogether--
            bytes -= size
            bytesAltogether -= size
          }
        },
        mayRead: () =>
          messages === 0 ||
          (messages < mostMessages && bytes < mostBytes && bytesAltogether < mostBytesAltogether),
      }
    },
    bytes: () => bytesAltogether,
    messages: () => messagesAltogether,
  }
}

export type ReadAhead = ReturnType<typeof createReadAhead>
