import type { CalculationQuestion } from '@ohmstead/contract/calculations'
import type { Actor } from '@ohmstead/domain/access/permission'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { type CalculationOfDevice, getCalculationInput } from './get-calculation-input.ts'
import { CalculationError } from './start-calculator.ts'

/** The answer to a question about a point, as JSON text, with its inputs. */
export async function calculateForDevice(
  deps: Deps,
  actor: Actor,
  deviceId: number,
  question: CalculationQuestion,
  signal: AbortSignal,
): Promise<CalculationOfDevice & { hash: string; json: string }> {
  const found = await getCalculationInput(deps, actor, deviceId, question)
  signal.throwIfAborted()
  try {
    const asker = { person: actor.userId, signal }
    return { ...found, ...(await deps.calculator.calculate(found.input, asker)) }
  } catch (error) {
    throw error instanceof CalculationError ? toAppError(error) : error
  }
}

/** What only the engine can refuse: prices that this point needs, powers in the question. */
function toAppError(error: CalculationError): Error {
  switch (error.code) {
    case 'agreed_power_invalid':
      return new AppError('invalid_request', { fields: { customPowerLimits: 'regex' } })
    case 'energy_price_missing':
    case 'energy_price_negative':
      return new AppError('invalid_request', { fields: { [String(error.details.tariff)]: 'regex' } })
    default:
      return error
  }
}
