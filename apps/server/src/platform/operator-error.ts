/** An error that the operator can fix: its message is all they need to read. */
export class OperatorError extends Error {}
