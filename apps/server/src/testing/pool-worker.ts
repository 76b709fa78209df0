import { parentPort } from 'node:worker_threads'

// A thread for the tests of the pool: gives a number back, refuses a negative one, and dies of zero.

parentPort!.on('message', (number: number) => {
  if (number === 0) process.exit(1)
  if (number < 0) parentPort!.postMessage({ error: { message: `no ${number}` } })
  else parentPort!.postMessage({ result: number })
})
