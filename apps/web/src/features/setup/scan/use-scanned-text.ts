import { readSerial } from '@ohmstead/domain/fleet/serial-text'
import { useState } from 'react'

type ScanNote = 'scanned' | 'not_a_serial' | 'no_code'

/** What a code said, and whether it was a serial. */
export function useScannedText(onSerial: (serial: string) => void) {
  const [note, setNote] = useState<ScanNote | null>(null)
  return {
    note,
    read: (text: string) => {
      const serial = readSerial(text)?.serial ?? null
      setNote(serial === null ? 'not_a_serial' : 'scanned')
      if (serial !== null) onSerial(serial)
    },
    noteNone: () => setNote('no_code'),
    forget: () => setNote(null),
  }
}
