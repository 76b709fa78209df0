/** Something that the person at the terminal can put right: its message is all they need to read. */
export class OperatorError extends Error {}
