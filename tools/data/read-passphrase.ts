import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { leastPassphraseLength } from '../../apps/server/src/platform/db/transfer/file-encryption.ts'
import { OperatorError } from '../../apps/server/src/platform/operator-error.ts'
import { readSettingFile } from '../../apps/server/src/read-setting-files.ts'

/** From a file, or typed at the terminal; never from the command line, which every user of the machine can read. */
export async function readPassphrase(file: string | undefined, purpose: 'new' | 'known'): Promise<string> {
  const passphrase = file
    ? readSettingFile('--passphrase-file', file)
    : await ask(purpose === 'new' ? 'A passphrase for the file: ' : 'The passphrase of the file: ')
  if (purpose === 'new') {
    if (passphrase.length < leastPassphraseLength)
      throw new OperatorError(`The passphrase needs ${leastPassphraseLength} characters or more`)
    if (!file && (await ask('Once more: ')) !== passphrase)
      throw new OperatorError('These were two different passphrases')
  }
  return passphrase
}

/** Does not echo the input. */
async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new OperatorError('Nobody is there to type a passphrase: name a file with --passphrase-file')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  // Once the echo is off: a program answers faster than a person.
  process.stderr.write(question)
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
