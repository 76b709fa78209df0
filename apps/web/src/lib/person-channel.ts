// All tabs of a browser have one session: who signs in or out in one of them does so in all.

const name = 'ohmstead-person'
let channel: BroadcastChannel | null = null

/** Tells the listener whom another tab has, null for nobody. Returns how to end it. */
export function listenForPersons(onPerson: (userId: number | null) => void): () => void {
  if (typeof BroadcastChannel !== 'function') return () => {}
  const opened = new BroadcastChannel(name)
  opened.addEventListener('message', ({ data }: MessageEvent<number | null>) => onPerson(data))
  channel = opened
  return () => {
    opened.close()
    channel = null
  }
}

export function announcePerson(userId: number | null): void {
  channel?.postMessage(userId)
}
