// Loaded before the program of a child process: when its parent ends, however it ends, the pipe between them closes.
process.stdin.resume().once('close', () => process.kill(process.pid, 'SIGKILL'))
// A pipe, which is not what the type says of a terminal or a file.
;(process.stdin as unknown as { unref(): void }).unref()
