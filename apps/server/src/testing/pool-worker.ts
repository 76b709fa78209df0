import { parentPort } from 'node:worker_threads'

// A thread for the tests of the pool: returns a number, refuses a negative one, dies of zero, and never ends with
// infinity. It says that a fraction is so far done.

parentPort!.on('message', (number: number) => {
  while (number === Number.POSITIVE_INFINITY);
  if (number === 0) process.exit(1)
  if (number % 1 > 0) parentPort!.postMessage({ progress: number % 1 })
  if (number < 0) parentPort!.postMessage({ error: { message: `no ${number}` } })
  else parentPort!.postMessage({ result: number })
})
