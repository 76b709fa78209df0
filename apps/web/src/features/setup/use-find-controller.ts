import { parseSerial } from '@ohmstead/domain/fleet/serial'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import type { WizardDraft } from './wizard-draft.ts'

export type Finder = ReturnType<typeof useFindController>

/** Looks for the controller with the typed serial. What is not one is not asked for: guesses are counted. */
export function useFindController(draft: WizardDraft, change: (part: Partial<WizardDraft>) => void) {
  const serial = parseSerial(draft.typedSerial)?.serial ?? null
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (unitId: string) => call('POST /setup/controllers/find', { body: { unitId } }),
    onSuccess: (found, asked) => change({ found, typedSerial: asked }),
  })
  return {
    serial,
    isPending,
    error,
    reset,
    find: (given = serial) => {
      if (given !== null && !isPending) mutate(given)
    },
  }
}
