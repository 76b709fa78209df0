import { fstatSync } from 'node:fs'
import { Socket } from 'node:net'
import { isMainThread } from 'node:worker_threads'

// Loaded before the program of a child process: when its parent ends, however it ends, the pipe between them closes. Its
// threads, and programs that it starts with the same arguments, have no such pipe, and end with it.
if (isMainThread && fstatSync(0).isSocket() && process.stdin instanceof Socket) {
  process.stdin.resume().once('close', () => process.kill(process.pid, 'SIGKILL'))
  process.stdin.unref()
}
