/**
 * PUBACKs of messages stored in any order: MQTT requires them in the order in which the messages came (3.1.1, 4.6).
 * Call it as each arrives, with null for one that needs none; call the returned function when it is stored. What is stored
 * in one turn of the event loop, as a batch is, is acknowledged in one buffer.
 */
export function createOrderedAcknowledgements(write: (bytes: Buffer) => void) {
  let waiting: { messageId: number; isStored: boolean }[] = []
  let first = 0
  let isScheduled = false

  function flush(): void {
    isScheduled = false
    const start = first
    while (first < waiting.length && waiting[first]!.isStored) first++
    if (first === start) return
    const bytes = Buffer.alloc((first - start) * 4)
    for (let index = start; index < first; index++) {
      const at = (index - start) * 4
      bytes.writeUInt16BE(0x4002, at)
      bytes.writeUInt16BE(waiting[index]!.messageId, at + 2)
    }
    if (first === waiting.length || first > 1000) {
      waiting = waiting.slice(first)
      first = 0
    }
    write(bytes)
  }

  return (messageId: number | null) => {
    if (messageId === null) return () => {}
    const own = { messageId, isStored: false }
    waiting.push(own)
    return () => {
      own.isStored = true
      if (isScheduled || waiting[first] !== own) return
      isScheduled = true
      setImmediate(flush)
    }
  }
}
