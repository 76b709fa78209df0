// Of one device, waiting for the database; until there are fewer its socket is not read.
const mostWaiting = 50
const resumeBelow = 25
// A long frame takes as long as many short ones; compressed it costs its sender next to nothing.
const bytesOfOne = 1024

interface Readable {
  isPaused: boolean
  pause(): void
  resume(): void
}

/**
 * When a socket is read: not while too many of its frames wait, and for a while not after it sent more than its share.
 * `pace` is told what a frame costs, and returns for how long (ms).
 */
export function createSocketFlow(socket: Readable, pace: (cost: number) => number) {
  let waiting = 0
  let isResting = false

  function resume(): void {
    if (waiting <= resumeBelow && !isResting && socket.isPaused) socket.resume()
  }
  function rest(milliseconds: number): void {
    isResting = true
    socket.pause()
    setTimeout(() => {
      isResting = false
      resume()
    }, milliseconds).unref()
  }

  return {
    /** A frame came. */
    begin(bytes: number): void {
      if (++waiting >= mostWaiting) socket.pause()
      const restMs = pace(Math.max(1, bytes / bytesOfOne))
      if (restMs > 0 && !isResting) rest(restMs)
    },
    /** One was handled. */
    end(): void {
      waiting--
      resume()
    },
  }
}
