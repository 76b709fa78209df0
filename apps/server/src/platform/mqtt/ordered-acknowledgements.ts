/**
 * PUBACKs of messages stored in any order: MQTT requires them in the order in which the messages came (3.1.1, 4.6).
 * Call it as each arrives, with null for one that needs none; call the returned function when it is stored.
 */
export function createOrderedAcknowledgements(write: (bytes: Buffer) => void) {
  const waiting: { messageId: number | null; isStored: boolean }[] = []
  return (messageId: number | null) => {
    const own = { messageId, isStored: false }
    if (messageId !== null) waiting.push(own)
    return () => {
      own.isStored = true
      const open = waiting.findIndex(({ isStored }) => !isStored)
      const done = waiting.splice(0, open < 0 ? waiting.length : open)
      if (done.length > 0)
        write(Buffer.from(done.flatMap(({ messageId: id }) => [0x40, 2, id! >> 8, id! & 255])))
    }
  }
}
