import { OperatorError } from './platform/operator-error.ts'

/** One line that names the wrong variable and what it must be, never its value. */
export class SettingsError extends OperatorError {}
